package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTest {
    private final Event event = Event.of("own");

    @TempDir
    private Path directory;

    private Control control = new Control(ProfilerConfig.builder().build());

    @BeforeEach
    void run() {
        control = new Control(ProfilerConfig.builder()
                .filename(directory.resolve("profile.json"))
                .continuousDump(false)
                .profile(ProfileCategory.API, false)
                .profile(ProfileCategory.MEMORY, false)
                .aggregateStats(true)
                .build());
        control.run(Command.RUN);
    }

    @AfterEach
    void stop() {
        control.run(Command.EXIT);
    }

    private String statistics() {
        return control.dumps(DumpsOptions.JSON);
    }

    @Test
    void event_ofTwoThreads_isAScopeOfEach() throws InterruptedException {
        event.start();
        event.start();
        Thread other = new Thread(() -> {
            event.start();
            event.stop();
            event.stop();
        });
        other.start();
        other.join();
        assertThat(statistics()).contains("\"own\":{\"Count\":1,");
        event.stop();
        event.stop();
        assertThat(statistics()).contains("\"own\":{\"Count\":3,");
    }

    @Test
    void event_withoutAStart_endsNothing() {
        event.stop();
        assertThat(statistics()).doesNotContain("own");
        assertThat(control.failures()).isEmpty();
    }

    @Test
    void event_begunTooOften_isRecordedAsOftenAsThereIsRoom() {
        for (int i = 0; i < 2000; i++) {
            event.start();
        }
        for (int i = 0; i < 2000; i++) {
            event.stop();
        }
        event.start();
        event.stop();
        assertThat(statistics()).contains("\"own\":{\"Count\":1025,");
    }
}
