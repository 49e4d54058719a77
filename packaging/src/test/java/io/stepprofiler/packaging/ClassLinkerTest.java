package io.stepprofiler.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes with functions, before and after. */
class ClassLinkerTest {
    private static final List<Class<?>> ORIGINAL = List.of(
            Functions.class,
            Functions.Inner.class,
            Functions.Named.class,
            Records.class,
            Records.Every.class,
            Records.None.class);

    @Test
    void functions_ofEverySort_sayTheSameWhenLinked() throws Exception {
        assertThat(answers(new Linked().loadClass(Functions.class.getName()))).isEqualTo(answers(Functions.class));
    }

    @Test
    void records_ofComponentsOfEveryType_areAsEqualWhenLinked() throws Exception {
        assertThat(answers(new Linked().loadClass(Records.class.getName()))).isEqualTo(answers(Records.class));
    }

    @Test
    void linkedRecord_leavesOnlyItsTextToTheVirtualMachine() throws Exception {
        assertThat(callsIn(new Linked().files.get(Records.Every.class.getName())))
                .containsExactly("toString");
    }

    @Test
    void linkedClass_leavesOnlyWhatIsSerializableToTheVirtualMachine() throws Exception {
        List<String> left = new ArrayList<>();
        for (byte[] file : new Linked().files.values()) {
            left.addAll(callsIn(file));
        }
        left.removeIf("toString"::equals);
        assertThat(left).containsOnly("get");
    }

    @Test
    void functions_thatKeepNothing_areOneObject() throws Exception {
        Class<?> linked = new Linked().loadClass(Functions.class.getName());
        assertThat(linked.getMethod("constant").invoke(null))
                .isSameAs(linked.getMethod("constant").invoke(null));
    }

    @Test
    void functions_ofOneInterface_shareAClassUntilItIsFull() throws Exception {
        ClassLinker linker = new ClassLinker();
        linker.link(fileOf(Functions.Many.class));
        assertThat(linker.made()).hasSize(2);
    }

    @Test
    void functions_ofDifferentInterfaces_areOfDifferentClasses() throws Exception {
        Class<?> linked = new Linked().loadClass(Functions.class.getName());
        Object constant = linked.getMethod("constant").invoke(null);
        assertThat(constant.getClass().getInterfaces()).containsExactly(Callable.class);
    }

    private static Object answers(Class<?> functions) throws Exception {
        return functions.getMethod("answers").invoke(null);
    }

    private static byte[] fileOf(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    private static List<String> callsIn(byte[] file) {
        List<String> calls = new ArrayList<>();
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitInvokeDynamicInsn(
                                            String called, String type, Handle factory, Object... arguments) {
                                        calls.add(called);
                                    }
                                };
                            }
                        },
                        0);
        return calls;
    }

    /** Has the linked classes itself, and everything else from the loader of the tests. */
    private static final class Linked extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();

        Linked() throws IOException {
            super(ClassLinkerTest.class.getClassLoader());
            ClassLinker linker = new ClassLinker();
            Map<String, byte[]> linked = new HashMap<>();
            for (Class<?> type : ORIGINAL) {
                linked.put(type.getName(), linker.link(fileOf(type)));
            }
            linked.forEach((name, file) -> files.put(name, linker.host(file)));
            linker.made().forEach((name, file) -> files.put(name.replace('/', '.'), file));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] file = files.get(name);
            Class<?> known = findLoadedClass(name);
            if (file == null || known != null) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            return defineClass(name, file, 0, file.length);
        }
    }
}
