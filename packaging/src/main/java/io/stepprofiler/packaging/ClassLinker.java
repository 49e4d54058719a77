package io.stepprofiler.packaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites classes so that their lambda expressions and method references are objects of classes that the jar has, and
 * their records have {@link RecordMethods methods} of their own, which the virtual machine would make otherwise, one by
 * one, when the program comes there. What is serializable or has several interfaces stays as it is.
 */
final class ClassLinker {
    /** Begins the names of methods of records. */
    private static final String RECORDS = "record$";

    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    /** Of older classes nobody else may call private methods. */
    private static final int FIRST_WITH_NESTS = Opcodes.V11;

    private final Map<String, List<FunctionClass>> classes = new LinkedHashMap<>();
    private final Map<List<String>, FunctionClass> open = new HashMap<>();

    /** The class files of the functions of all classes so far, by their names. */
    Map<String, byte[]> made() {
        Map<String, byte[]> made = new LinkedHashMap<>();
        classes.values().forEach(each -> each.forEach(one -> made.put(one.name(), FunctionClassWriter.write(one))));
        return made;
    }

    /** The same class, with its functions linked. */
    byte[] link(byte[] file) {
        ClassReader reader = new ClassReader(file);
        if (reader.readUnsignedShort(6) < FIRST_WITH_NESTS) {
            return file;
        }
        String host = hostOf(reader);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Calls(
                                host, writer, super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** The same class, which knows the classes of functions as members of its nest; after all are linked. */
    byte[] host(byte[] file) {
        ClassReader reader = new ClassReader(file);
        List<FunctionClass> members = classes.get(reader.getClassName());
        if (members == null) {
            return file;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visitEnd() {
                        members.forEach(member -> visitNestMember(member.name()));
                        super.visitEnd();
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static String hostOf(ClassReader reader) {
        String[] host = {reader.getClassName()};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitNestHost(String named) {
                        host[0] = named;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return host[0];
    }

    private FunctionClass classFor(String host, String type, String method, String descriptor) {
        FunctionClass known = open.get(List.of(host, type, method, descriptor));
        if (known != null && !known.isFull()) {
            return known;
        }
        List<FunctionClass> ofHost = classes.computeIfAbsent(host, name -> new ArrayList<>());
        FunctionClass added = new FunctionClass(host + "$$Functions" + ofHost.size(), host, type, method, descriptor);
        ofHost.add(added);
        open.put(List.of(host, type, method, descriptor), added);
        return added;
    }

    /** The code of a method, where functions are made, or that of a record's method, where it is called. */
    private final class Calls extends MethodVisitor {
        private final String host;
        private final ClassVisitor file;

        Calls(String host, ClassVisitor file, MethodVisitor next) {
            super(Opcodes.ASM9, next);
            this.host = host;
            this.file = file;
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle factory, Object... arguments) {
            if (RecordMethods.isOne(factory, name)) {
                RecordMethods methods = RecordMethods.of(arguments);
                visitMethodInsn(Opcodes.INVOKESTATIC, methods.record(), RECORDS + name, descriptor, false);
                methods.write(RECORDS + name, descriptor, file);
            } else if (factory.getOwner().equals(FACTORY) && factory.getName().equals("metafactory")) {
                visitFunction(name, descriptor, arguments);
            } else {
                super.visitInvokeDynamicInsn(name, descriptor, factory, arguments);
            }
        }

        private void visitFunction(String name, String descriptor, Object... arguments) {
            FunctionClass functions = classFor(
                    host,
                    Type.getReturnType(descriptor).getInternalName(),
                    name,
                    ((Type) arguments[0]).getDescriptor());
            Function function = functions.add(
                    (Handle) arguments[1], (Type) arguments[2], List.of(Type.getArgumentTypes(descriptor)));
            visitIntInsn(Opcodes.BIPUSH, function.number());
            visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    functions.name(),
                    FunctionClassWriter.MAKER,
                    functions.maker(function.captured()),
                    false);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            // The number lies there beside what is captured.
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }
}
