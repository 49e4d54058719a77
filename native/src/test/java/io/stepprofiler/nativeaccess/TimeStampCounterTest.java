package io.stepprofiler.nativeaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimeStampCounterTest {
    private static final Path KERNELS_CLOCK =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    private final TimeStampCounter counter = new TimeStampCounter();

    @Test
    void services_areTheSameOnTheModulePathAndOnTheClassPath() throws IOException {
        for (ModuleDescriptor.Provides service :
                TimeStampCounter.class.getModule().getDescriptor().provides()) {
            assertThat(listed(service.service())).isEqualTo(service.providers());
        }
    }

    private static List<String> listed(String service) throws IOException {
        String name = "/META-INF/services/" + service;
        return new String(TimeStampCounter.class.getResourceAsStream(name).readAllBytes(), UTF_8)
                .lines()
                .toList();
    }

    @Test
    void unusable_whereTheKernelKeepsTimeByAnotherClock_saysWhich() throws IOException {
        assumeThat(NativeStatus.current().available()).isTrue();
        assumeThat(KERNELS_CLOCK).exists();
        String name = Files.readString(KERNELS_CLOCK).trim();
        assumeThat(name).isNotIn("tsc", "arch_sys_counter");
        assertThat(counter.unusable()).contains(name);
    }

    @Test
    void ticks_whereUsable_rise() {
        assumeThat(counter.unusable()).isEmpty();
        assertThat(counter.ticksPerNano()).isBetween(0.001, 16.0);
        long last = counter.ticks();
        for (int i = 0; i < 1_000_000; i++) {
            long next = counter.ticks();
            assertThat(next - last).isNotNegative();
            last = next;
        }
    }

    @Test
    void unusable_withoutTheLibrary_isItsReason() {
        assumeThat(NativeStatus.current().available()).isFalse();
        assertThat(counter.unusable()).isEqualTo(NativeStatus.current().reason());
    }

    @Test
    void isWelcome_whereTheLibraryIsLoaded_isSo() {
        assumeThat(NativeStatus.current().available()).isTrue();
        assertThat(NativeLibrary.isLoaded()).isTrue();
        assertThat(NativeLibrary.isWelcome()).isTrue();
    }

    @Test
    void lower_onAThreadOfItsOwn_makesItNiceAndNoOther() throws Exception {
        assumeThat(NativeStatus.current().available()).isTrue();
        int before = niceOfThisThread();
        CompletableFuture<Integer> lowered = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                assertThat(new NativePriority().lower()).isTrue();
                assertThat(new NativePriority().lower()).as("again").isTrue();
                lowered.complete(niceOfThisThread());
            } catch (Throwable e) {
                lowered.completeExceptionally(e);
            }
        });
        thread.start();
        assertThat(lowered.get()).isEqualTo(Math.max(before, 5));
        assertThat(niceOfThisThread()).isEqualTo(before);
    }

    /** By /proc/thread-self/stat; what is before the last parenthesis is the thread's name and two more fields. */
    private static int niceOfThisThread() throws IOException {
        String stat = Files.readString(Path.of("/proc/thread-self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Integer.parseInt(fields[16]);
    }

    @Test
    void unusable_inAProcessOfItsOwn_isWhatTheOptionsSay() throws Exception {
        int java = Runtime.version().feature();
        boolean restricts = java >= 24;
        assertThat(reasonIn("-Dio.stepprofiler.native=off", "--enable-native-access=ALL-UNNAMED"))
                .isEqualTo("the system property io.stepprofiler.native is off");
        assertThat(reasonIn("--enable-native-access=ALL-UNNAMED")).isEqualTo(counter.unusable());
        assertThat(reasonIn())
                .isEqualTo(restricts ? "native access is not enabled, see --enable-native-access" : counter.unusable());
    }

    /**
     * What a program on the class path, under these options, prints of the counter; a warning of the JVM's would be
     * printed, too.
     */
    private static String reasonIn(String... options) throws Exception {
        OwnProcess ended = OwnProcess.run(List.of(options), CounterProgram.class);
        assertThat(ended.exit()).as(ended.output()).isZero();
        return ended.output().trim();
    }
}
