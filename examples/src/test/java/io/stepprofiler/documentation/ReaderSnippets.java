package io.stepprofiler.documentation;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.accounting.FunctionTimes;
import io.stepprofiler.readers.accounting.NestedAccounting;
import io.stepprofiler.readers.accounting.TrimmedMean;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileLine;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The code of docs/guide.md and of Javadoc comments about traces and profiles that others wrote. */
final class ReaderSnippets {
    private ReaderSnippets() {}

    static void foreign() throws IOException {
        Trace trace = Traces.read(Path.of("target/worker0.pt.trace.json.gz"));
        System.out.println(KeyAverages.of(trace, Grouping.BY_NAME.byInputShapes())
                .table(TableOptions.DEFAULT.withSortBy(SortKey.SELF_TIME).withRowLimit(20)));
        trace.export(Path.of("target/log/trace.pftrace"));
    }

    static void data() throws IOException {
        try (ProfileData profile = ProfileData.from(Path.of("target/vm.xplane.pb"))) {
            ProfilePlane host = profile.findPlaneWithName("/host:CPU").orElseThrow();
            for (ProfileLine line : host.lines()) {
                for (ProfileEvent event : line) {
                    System.out.println(event.name() + ": " + event.durationPicos() + " ps, " + event.stats());
                }
            }
            NestedAccounting fusions =
                    NestedAccounting.builder().nestedRegex("fusion|dot").build();
            System.out.println(fusions.account(host).seconds());
        }
    }

    static void events() throws IOException {
        try (ProfileData profile = ProfileData.from(Path.of("target/host.xplane.pb"))) {
            for (ProfileLine line :
                    profile.findPlaneWithName("/host:CPU").orElseThrow().lines()) {
                for (ProfileEvent event : line) {
                    System.out.println(event.name() + " " + event.durationPicos() + " " + event.stats());
                }
            }
        }
    }

    static Map<Long, TrimmedMean> functions(List<Path> runs) throws IOException {
        FunctionTimes times = new FunctionTimes("gpu");
        for (Path file : runs) {
            try (ProfileData profile = ProfileData.from(file)) {
                times.add(profile);
            }
        }
        Map<Long, TrimmedMean> measured = times.means();
        return measured;
    }
}
