package io.stepprofiler.agent.weaving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.TypePath;
import org.jspecify.annotations.Nullable;

/**
 * The code of a method that gets calls. The token, and the result while they are called with it, are local variables
 * after the parameters; those of the method itself come after them.
 */
final class CalledMethod extends MethodVisitor {
    /** Where the method is; the class file's version decides whether it has frames. */
    record Place(String type, int version, int modifiers, String descriptor) {
        boolean isStatic() {
            return (modifiers & Opcodes.ACC_STATIC) != 0;
        }

        /** How many local variables the parameters are. */
        int parameterSlots() {
            return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic() ? 1 : 0);
        }

        boolean hasFrames() {
            return (version & 0xFFFF) >= Opcodes.V1_6;
        }
    }

    private static final String THROWABLE = "java/lang/Throwable";

    /** Code of the method itself, in which what is thrown is caught. */
    private record Range(Label from, Label to) {}

    private final Place place;
    private final MethodCalls around;
    private final boolean linked;
    private final Type token;
    private final Type result;
    private final int firstFree;
    private final int added;
    private final boolean keepsResult;
    private final List<Range> ranges = new ArrayList<>();
    private Label from = new Label();

    CalledMethod(MethodVisitor next, Place place, MethodCalls around, boolean linked) {
        super(Opcodes.ASM9, next);
        this.place = place;
        this.around = around;
        this.linked = linked;
        token = tokenOf(around);
        result = Type.getReturnType(place.descriptor());
        keepsResult = usesResult(around.exit());
        if (keepsResult && result.getSort() < Type.ARRAY) {
            throw new IllegalStateException(around.method() + " returns no reference");
        }
        firstFree = place.parameterSlots();
        added = token.getSize() + (keepsResult ? 1 : 0);
    }

    private static boolean usesResult(List<WovenCall> exit) {
        for (WovenCall call : exit) {
            if (call.operands().contains(WovenCall.Operand.RESULT)) {
                return true;
            }
        }
        return false;
    }

    private static Type tokenOf(MethodCalls around) {
        List<WovenCall> calls = around.enter();
        return calls.isEmpty()
                ? Type.VOID_TYPE
                : Type.getReturnType(calls.get(calls.size() - 1).descriptor());
    }

    @Override
    public void visitCode() {
        super.visitCode();
        for (WovenCall call : around.enter()) {
            call(call, false);
        }
        if (token.getSort() != Type.VOID) {
            super.visitVarInsn(token.getOpcode(Opcodes.ISTORE), firstFree);
        }
        super.visitLabel(from);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        endRange();
        if (keepsResult) {
            super.visitVarInsn(Opcodes.ASTORE, resultSlot());
        }
        for (WovenCall call : around.exit()) {
            call(call, false);
            if (!call.descriptor().endsWith("V")) {
                super.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
                super.visitVarInsn(Opcodes.ASTORE, resultSlot());
            }
        }
        if (keepsResult) {
            super.visitVarInsn(Opcodes.ALOAD, resultSlot());
        }
        super.visitInsn(opcode);
        from = new Label();
        super.visitLabel(from);
    }

    private int resultSlot() {
        return firstFree + token.getSize();
    }

    private void endRange() {
        Label to = new Label();
        super.visitLabel(to);
        if (from.getOffset() < to.getOffset()) {
            ranges.add(new Range(from, to));
        }
    }

    private void call(WovenCall call, boolean thrown) {
        for (WovenCall.Operand operand : call.operands()) {
            switch (operand) {
                case THIS -> super.visitVarInsn(Opcodes.ALOAD, 0);
                case ARGUMENT -> super.visitVarInsn(Opcodes.ALOAD, place.isStatic() ? 0 : 1);
                case TOKEN -> super.visitVarInsn(token.getOpcode(Opcodes.ILOAD), firstFree);
                case TEXT -> super.visitLdcInsn(call.text());
                case RESULT -> {
                    if (thrown) {
                        super.visitInsn(Opcodes.ACONST_NULL);
                    } else {
                        super.visitVarInsn(Opcodes.ALOAD, resultSlot());
                    }
                }
            }
        }
        if (linked) {
            LinkedCall.write(mv, call.owner(), call.name(), call.descriptor());
        } else {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, call.owner(), call.name(), call.descriptor(), false);
        }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (around.thrown()) {
            endRange();
            catchAll();
        }
        // Whatever is returned or thrown lies below the operands.
        super.visitMaxs(stack + mostOperands() + 2, locals + added);
    }

    private void catchAll() {
        Label handler = new Label();
        for (Range range : ranges) {
            super.visitTryCatchBlock(range.from(), range.to(), handler, THROWABLE);
        }
        if (ranges.isEmpty()) {
            return;
        }
        super.visitLabel(handler);
        if (place.hasFrames()) {
            Object[] known = locals(place.isStatic() ? List.of() : List.of(place.type()));
            super.visitFrame(Opcodes.F_NEW, known.length, known, 1, new Object[] {THROWABLE});
        }
        for (WovenCall call : around.exit()) {
            call(call, true);
        }
        super.visitInsn(Opcodes.ATHROW);
    }

    private int mostOperands() {
        int most = 0;
        for (List<WovenCall> calls : List.of(around.enter(), around.exit())) {
            for (WovenCall call : calls) {
                most = Math.max(most, Type.getArgumentsAndReturnSizes(call.descriptor()) >> 2);
            }
        }
        return most;
    }

    /** The given types of parameters, unknown ones for the rest, and ours. */
    private Object[] locals(List<Object> parameters) {
        List<Object> locals = new ArrayList<>(parameters);
        int slots = 0;
        for (Object each : parameters) {
            slots += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 2 : 1;
        }
        locals.addAll(Collections.nCopies(firstFree - slots, Opcodes.TOP));
        switch (token.getSort()) {
            case Type.VOID -> {}
            case Type.LONG -> locals.add(Opcodes.LONG);
            case Type.OBJECT -> locals.add(token.getInternalName());
            default -> locals.add(Opcodes.INTEGER);
        }
        if (keepsResult) {
            locals.add(Opcodes.TOP);
        }
        return locals.toArray();
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        List<Object> parameters = new ArrayList<>();
        int slots = 0;
        int i = 0;
        for (; i < localCount && slots < firstFree; i++) {
            parameters.add(locals[i]);
            slots += locals[i] == Opcodes.LONG || locals[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        List<Object> all = new ArrayList<>(List.of(locals(parameters)));
        for (; i < localCount; i++) {
            all.add(locals[i]);
        }
        super.visitFrame(type, all.size(), all.toArray(), stackCount, stack);
    }

    private int moved(int variable) {
        return variable < firstFree ? variable : variable + added;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        super.visitVarInsn(opcode, moved(variable));
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        super.visitIincInsn(moved(variable), increment);
    }

    @Override
    public void visitLocalVariable(
            String name, String descriptor, @Nullable String signature, Label start, Label end, int index) {
        super.visitLocalVariable(name, descriptor, signature, start, end, moved(index));
    }

    @Override
    public @Nullable AnnotationVisitor visitLocalVariableAnnotation(
            int reference,
            @Nullable TypePath path,
            Label[] start,
            Label[] end,
            int[] index,
            String descriptor,
            boolean visible) {
        int[] moved = index.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] = moved(moved[i]);
        }
        return super.visitLocalVariableAnnotation(reference, path, start, end, moved, descriptor, visible);
    }
}
