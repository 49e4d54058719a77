package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedStacksTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.Trainer, Trainer.java",
        "com.acme.Trainer$Batch$1, Trainer.java",
        "Trainer, Trainer.java",
        "com.acme.$Proxy12, $Proxy12.java",
        "com.acme.Trainer$$Lambda$158+0x00007f5e8c11aa50.379303133, Trainer.java",
        "com.acme.Trainer$$Lambda/0x00007f5e8c11aa50, Trainer.java",
        "'', "
    })
    void sourceFile_isThatOfTheOutermostClass(String type, String file) {
        assertThat(RecordedStacks.sourceFile(type)).isEqualTo(file);
    }

    @Test
    void frames_ofAWait_haveFileAndLine() throws Exception {
        Trace trace = Windows.of(FlightRecorderSource.create(), () -> {
            LockSupport.parkNanos(50_000_000);
        });
        assertThat(Windows.thread(trace, Thread.currentThread()))
                .filteredOn(event -> event.name().startsWith("Park"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.stack())
                        .anySatisfy(frame -> assertThat(frame.toString()).contains("(RecordedStacksTest.java:")));
    }
}
