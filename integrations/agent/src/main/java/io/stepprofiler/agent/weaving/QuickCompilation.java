package io.stepprofiler.agent.weaving;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Request to the JVM to compile, from now on, the code by which the JDK makes and links classes by the quick compiler
 * only.
 *
 * <p>The flight recorder and the profiler's own lambdas make some hundred classes in the first window. The optimizing
 * compiler would work on that code for a second, more than all of it takes.
 */
public final class QuickCompilation {
    // A8: classes are made by code that is compiled quickly.
    private static final String DIRECTIVES = "[{match: [\"jdk/internal/org/objectweb/asm/*.*\","
            + "\"jdk/internal/classfile/*.*\", \"jdk/internal/jimage/*.*\", \"jdk/jfr/internal/Metadata*.*\","
            + "\"java/lang/invoke/MethodType*.*\", \"sun/invoke/util/*.*\"], c2: {Exclude: true}}]";

    private QuickCompilation() {}

    /**
     * Asks for it; a JVM that has no such request goes on as it is.
     *
     * @param instrumentation opens a package of the JDK
     */
    public static void ask(Instrumentation instrumentation) {
        try {
            // The JDK's bean server has this request, too, but takes 0.2 s, and some programs choose it themselves.
            // Loads the native library.
            Class.forName("com.sun.management.internal.PlatformMBeanProviderImpl");
            Class<?> requests = Class.forName("com.sun.management.internal.DiagnosticCommandImpl");
            MethodHandles.Lookup lookup = LoaderAccess.lookup(instrumentation, requests);
            Object known = lookup.findStatic(
                            requests,
                            "getDiagnosticCommandMBean",
                            MethodType.methodType(Class.forName("com.sun.management.DiagnosticCommandMBean")))
                    .invoke();
            Path file = Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "step-profiler-" + ProcessHandle.current().pid() + ".directives");
            Files.writeString(file, DIRECTIVES, StandardOpenOption.CREATE_NEW);
            try {
                lookup.findVirtual(
                                requests, "executeDiagnosticCommand", MethodType.methodType(String.class, String.class))
                        .invoke(known, "Compiler.directives_add " + file);
            } finally {
                Files.delete(file);
            }
        } catch (Throwable e) {
            // The code is compiled as the JVM likes, which only takes longer.
        }
    }
}
