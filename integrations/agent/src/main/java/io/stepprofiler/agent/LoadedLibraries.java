package io.stepprofiler.agent;

import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.agent.weaving.Weaver;
import io.stepprofiler.text.NearestWord;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Libraries that the program has loaded so far. The agent loads its own native code only if the library that it serves
 * is loaded: newer JDKs warn of native code, and a program without any must not get that warning.
 *
 * @param instrumentation of the virtual machine
 */
record LoadedLibraries(Instrumentation instrumentation) {
    /** {@return whether PyTorch may be loaded, by DJL or by JavaCPP's presets} */
    boolean hasTorch() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            String name = type.getName();
            if (name.startsWith("ai.djl.pytorch.") || name.startsWith("org.bytedeco.pytorch.")) {
                return true;
            }
        }
        return false;
    }

    /** {@return the pattern, and a method of a loaded class with nearly its name if there is one} */
    String withNearest(String written) {
        MethodPattern pattern = MethodPattern.of(written);
        Map<String, Class<?>> types = new HashMap<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (Weaver.mayCount(type.getName())) {
                types.put(type.getName(), type);
            }
        }
        return types.keySet().stream()
                .filter(name -> name.endsWith("." + pattern.type()))
                .findFirst()
                .or(() -> NearestWord.near(pattern.type(), types.keySet()))
                .map(types::get)
                .flatMap(type -> NearestWord.near(pattern.method(), methods(type))
                        .map(method -> written + " (did you mean " + type.getName() + "." + method + "?)"))
                .orElse(written);
    }

    private static List<String> methods(Class<?> type) {
        try {
            return Arrays.stream(type.getDeclaredMethods()).map(Method::getName).toList();
        } catch (LinkageError e) {
            // A class in the signature of a method is missing.
            return List.of();
        }
    }
}
