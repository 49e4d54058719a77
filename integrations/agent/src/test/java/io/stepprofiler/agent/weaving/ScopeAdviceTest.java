package io.stepprofiler.agent.weaving;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.junit.jupiter.api.Test;

class ScopeAdviceTest {
    @Test
    void scopes_ofMethodWithParameters_leaveItsOwnCodeAsItIs() {
        byte[] woven = new ByteBuddy()
                .redefine(Program.class)
                .visit(ScopeAdvice.scopes(named("sum"), "Program.sum"))
                .make()
                .getBytes();
        // Copies of the parameters would be loads of their own, and make the method larger for the compiler.
        assertThat(parametersLoaded(woven)).containsExactly(0, 1);
    }

    /** The variables of the method's beginning that it loads, in order, without the result at its end. */
    private static List<Integer> parametersLoaded(byte[] type) {
        List<Integer> loaded = new ArrayList<>();
        new ClassReader(type)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int modifiers, String name, String descriptor, String generic, String[] thrown) {
                                return name.equals("sum") ? new Loads(loaded) : null;
                            }
                        },
                        0);
        return loaded;
    }

    private static final class Loads extends MethodVisitor {
        private final List<Integer> loaded;
        private boolean hasAdded;

        Loads(List<Integer> loaded) {
            super(OpenedClassReader.ASM_API);
            this.loaded = loaded;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            if (opcode == Opcodes.ILOAD && !hasAdded) {
                loaded.add(variable);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            hasAdded |= opcode == Opcodes.IADD;
        }
    }

    private static final class Program {
        private Program() {}

        @SuppressWarnings("UnusedMethod") // Woven, never called.
        static int sum(int first, int second) {
            return first + second;
        }
    }
}
