package io.stepprofiler.agent.weaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the code of one method, read from its class file. Methods are identified by their class, name and
 * descriptor, in the form of class files.
 */
final class MethodCode extends MethodVisitor {
    /** Instructions of a method that is too short for a scope. */
    private static final int SHORT = 20;

    /** Instructions of a method that may become too long for the compiler, which refuses 8000 bytes. */
    private static final int LONG = 1500;

    /** A call, and its place among the instructions. */
    private record Call(String called, int place) {}

    private final List<Call> calls = new ArrayList<>();
    private final Set<String> lambdas = new LinkedHashSet<>();
    private final Map<Label, Integer> places = new HashMap<>();

    /** Last instruction of each loop, by its beginning. */
    private final Map<Label, Integer> loops = new HashMap<>();

    private int instructions;
    private int variables;

    private MethodCode() {
        super(OpenedClassReader.ASM_API);
    }

    /** Reads the methods of a class, by their identification. */
    static Map<String, MethodCode> of(ClassReader reader) {
        Map<String, MethodCode> methods = new LinkedHashMap<>();
        reader.accept(
                new ClassVisitor(OpenedClassReader.ASM_API) {
                    @Override
                    public MethodVisitor visitMethod(
                            int modifiers,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        MethodCode code = new MethodCode();
                        methods.put(id(reader.getClassName(), name, descriptor), code);
                        return code;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return methods;
    }

    static String id(String owner, String name, String descriptor) {
        return owner + "." + name + descriptor;
    }

    /** Methods that it calls, in the order of the code. */
    List<String> calls() {
        return calls.stream().map(Call::called).toList();
    }

    /** True if a call, by its number from 0, is in a loop within a loop, whose code must stay as fast as it is. */
    boolean isInInnerLoop(int call) {
        int place = calls.get(call).place();
        return loops.entrySet().stream()
                        .filter(loop -> places.getOrDefault(loop.getKey(), 0) <= place && place <= loop.getValue())
                        .count()
                > 1;
    }

    /** Methods that are bodies of lambdas and method references in it. */
    Set<String> lambdas() {
        return lambdas;
    }

    /** Number of local variables. */
    int variables() {
        return variables;
    }

    /** True if a scope would cost more than the method is likely to take. */
    boolean isShort() {
        return loops.isEmpty() && (instructions < SHORT || calls.isEmpty());
    }

    /** True if it takes no time to speak of. */
    boolean isStraight() {
        return loops.isEmpty() && calls.isEmpty();
    }

    /** True if the compiler may refuse it if it grows. */
    boolean isLong() {
        return instructions > LONG;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        instructions++;
        calls.add(new Call(id(owner, name, descriptor), instructions));
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        instructions++;
        for (Object argument : arguments) {
            if (argument instanceof Handle body) {
                lambdas.add(id(body.getOwner(), body.getName(), body.getDesc()));
            }
        }
    }

    @Override
    public void visitLabel(Label label) {
        places.put(label, instructions);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instructions++;
        if (places.containsKey(label)) {
            loops.put(label, instructions);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        instructions++;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instructions++;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instructions++;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        instructions++;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        instructions++;
    }

    @Override
    public void visitLdcInsn(Object value) {
        instructions++;
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instructions++;
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        variables = locals;
    }
}
