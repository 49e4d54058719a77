package io.stepprofiler.agent;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.Format;
import io.stepprofiler.agent.options.Framework;
import io.stepprofiler.agent.options.Operations;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.djl.woven.NativeLayer;
import io.stepprofiler.djl.woven.WovenSource;
import io.stepprofiler.handlers.chrome.ChromeTraceHandler;
import io.stepprofiler.handlers.memory.MemoryTimelineHandler;
import io.stepprofiler.handlers.perfetto.PerfettoHandler;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** The profile that options ask for. */
final class AgentProfile {
    /** The directory of journals, in that of the files. */
    private static final String JOURNALS = "journal";

    private AgentProfile() {}

    static Profile start(AgentOptions options, LoadedLibraries libraries, Tally tally, Supplier<String> woven) {
        ProfileBuilder builder = Profile.builder()
                .name("agent")
                .schedule(schedule(options))
                .recordShapes(options.get(Option.SHAPES))
                .profileMemory(options.get(Option.MEMORY))
                .withStack(options.get(Option.STACK))
                .withModules(options.get(Option.MODULES))
                .withFlops(options.get(Option.FLOPS))
                .closeTimeout(Duration.ofSeconds(options.get(Option.CLOSE_TIMEOUT)))
                .source(new WovenNotes(woven));
        switch (options.get(Option.JVM)) {
            case OFF -> {}
            case COUNTERS -> builder.source(JvmCounters.create());
            case FLIGHT -> builder.source(JvmCounters.create()).source(FlightRecorderSource.create());
        }
        boolean torch = libraries.hasTorch();
        boolean fromLibrary = torch && asksTheLibrary(options);
        if (torch) {
            builder.source(fromLibrary ? TorchSource.create() : TorchSource.memoryOnly());
        }
        if (options.get(Option.FRAMEWORKS).contains(Framework.DJL)) {
            // What is woven asks whether the library's own reports work, so those come first.
            builder.source(WovenSource.create(
                    weavesOperations(options), torch ? new TorchLayer(fromLibrary) : NativeLayer.ABSENT));
        }
        if (options.get(Option.JOURNAL)) {
            builder.journal(JournalOptions.in(options.get(Option.DIR).resolve(JOURNALS)));
        }
        for (Format format : options.get(Option.FORMAT)) {
            builder.onTraceReady(handler(format, options.get(Option.DIR), tally));
        }
        return builder.onTraceReady(tally).start();
    }

    private static boolean asksTheLibrary(AgentOptions options) {
        Operations chosen = options.get(Option.OPS);
        return chosen == Operations.AUTO || chosen == Operations.NATIVE;
    }

    private static boolean weavesOperations(AgentOptions options) {
        Operations chosen = options.get(Option.OPS);
        return chosen == Operations.AUTO || chosen == Operations.WOVEN;
    }

    private static Schedule schedule(AgentOptions options) {
        return Schedule.builder()
                .skipFirst(options.get(Option.SKIP_FIRST))
                .skipFirstWait(options.get(Option.SKIP_FIRST_WAIT))
                .wait(options.get(Option.WAIT))
                .warmup(options.get(Option.WARMUP))
                .active(options.get(Option.ACTIVE))
                .repeat(options.get(Option.REPEAT))
                .build();
    }

    private static TraceHandler handler(Format format, Path dir, Tally tally) {
        return switch (format) {
            case TENSORBOARD -> tally.counting(TensorBoardHandler.to(dir), trace -> true);
            case CHROME -> tally.counting(ChromeTraceHandler.to(dir), trace -> true);
            case PERFETTO -> tally.counting(PerfettoHandler.to(dir), trace -> true);
            case TABLE -> tally.counting(TableHandler.printing(Console::print), trace -> false);
            case MEMORY -> tally.counting(MemoryTimelineHandler.to(dir), tally::hasMemory);
        };
    }
}
