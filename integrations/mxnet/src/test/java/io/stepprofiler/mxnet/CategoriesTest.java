package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Communication;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The categories really filter. */
class CategoriesTest {
    /** Reports an operation and a call of a runtime on the thread that starts it. */
    private static final class Operations implements ActivitySource {
        @Override
        public Activity activity() {
            return Activity.CPU;
        }

        @Override
        public boolean collectsWhileOpen() {
            return true;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            long now = System.nanoTime();
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    sink.span(new SpanReport().onLane("operations").named("operation", now, 10));
                }
            };
        }
    }

    @TempDir
    private Path directory;

    private String statistics(Set<ProfileCategory> categories) {
        int bits = categories.stream().mapToInt(ProfileCategory::bit).sum();
        ProfilerConfig.Builder builder = ProfilerConfig.builder()
                .filename(directory.resolve("profile.json"))
                .gpuMemoryProfileFilenamePrefix(directory.resolve("memory").toString())
                .continuousDump(false)
                .aggregateStats(true)
                .profile(ProfileCategory.SYMBOLIC, (bits & 1) != 0)
                .profile(ProfileCategory.IMPERATIVE, (bits & 2) != 0)
                .profile(ProfileCategory.API, (bits & 4) != 0)
                .profile(ProfileCategory.MEMORY, (bits & 8) != 0)
                .source(new Operations());
        Control control = new Control(builder.build());
        control.run(Command.RUN);
        Scope.open("own").close();
        ModuleScope.open("layer").close();
        Communication.of("gloo", Collective.ALL_REDUCE)
                .open(8, ElementType.FLOAT)
                .close();
        DataLoader.open("images").close();
        Memory.allocated(1, 8);
        control.run(Command.STOP);
        String table = control.dumps(DumpsOptions.TABLE);
        control.run(Command.EXIT);
        return table;
    }

    @ParameterizedTest
    @EnumSource
    void category_alone_isProfiledAndTheOthersAreNot(ProfileCategory category) {
        String table = statistics(Set.of(category));
        assertThat(table).contains("own");
        assertThat(table.contains("\nmodule\n")).isEqualTo(category == ProfileCategory.SYMBOLIC);
        assertThat(table.contains("\ncommunication\n")).isEqualTo(category == ProfileCategory.SYMBOLIC);
        assertThat(table.contains("\ndata loader\n")).isEqualTo(category == ProfileCategory.SYMBOLIC);
        assertThat(table.contains("\noperator\n")).isEqualTo(category == ProfileCategory.IMPERATIVE);
        assertThat(table.contains("jvm heap MiB")).isEqualTo(category == ProfileCategory.API);
        assertThat(table.contains("Device Storage")).isEqualTo(category == ProfileCategory.MEMORY);
    }

    @ParameterizedTest
    @EnumSource
    void kinds_thatSourcesReport_belongToOneCategory(EventKind kind) {
        assertThat(Arrays.stream(ProfileCategory.values())
                        .filter(each -> ProfileCategory.admits(Set.of(each), kind, true)))
                .hasSize(1);
    }
}
