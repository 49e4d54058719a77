package io.stepprofiler.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;

/** Directive to the compilers of the virtual machine. */
class QuickCompilationTest {
    @Test
    void directives_afterTheRequest_keepOnlyTheGeneratorOfClassesFromTheOptimizingCompiler() throws Exception {
        QuickCompilation.ask(ByteBuddyAgent.install());

        String directives = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "compilerDirectivesPrint",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        String[] parts = directives.split("Directive:", -1);
        assertThat(parts)
                .anySatisfy(part -> assertThat(part)
                        .contains("jdk/internal/org/objectweb/asm/*.*")
                        .contains("Exclude:true"));
        assertThat(parts)
                .filteredOn(part -> part.contains(" matching: *.*"))
                .noneMatch(part -> part.contains("Exclude:true"));
    }
}
