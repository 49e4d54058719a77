package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackLineTest {
    @Test
    void line_hasTheInnermostFrameAndWhoseMethodsLedThere() {
        assertThat(StackLine.of(List.of(
                        "java.base@17.0.15/java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)",
                        "java.base@17.0.15/java.util.concurrent.ArrayBlockingQueue.take(ArrayBlockingQueue.java:418)",
                        "app//com.acme.data.Loader$Batches.next(Loader.java:7)",
                        "com.acme.Trainer.<init>(Trainer.java:30)",
                        "Main.main(Main.java:3)",
                        "com.acme.Launcher.start(Launcher.java:9)")))
                .isEqualTo("LockSupport.park(LockSupport.java:211) < Loader$Batches.next < Trainer.<init> < Main.main");
    }

    @Test
    void overloads_areOneMethod() {
        assertThat(StackLine.of(List.of("a.Net.run(Unknown Source)", "a.Net.run(Net.java:1)", "a.Net.all(Net.java:2)")))
                .isEqualTo("Net.run < Net.all");
    }

    @Test
    void stack_thatIsNotKnown_isEmpty() {
        assertThat(StackLine.of(List.of())).isEmpty();
    }
}
