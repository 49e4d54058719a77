package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeptTracesTest {
    private static final Label WORK = Label.of("kept work");

    @TempDir
    Path dir;

    private static Trace trace() {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(2).repeat(1).build())
                .synchronousDelivery(true)
                .start();
        try (profile) {
            for (int step = 0; step < 3; step++) {
                for (int i = 0; i < 10; i++) {
                    Scope.end(Scope.begin(WORK));
                }
                profile.step();
            }
        }
        return profile.lastTrace().orElseThrow();
    }

    private KeptTraces kept(int most) {
        return new KeptTraces(() -> dir, most, Long.MAX_VALUE);
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.count();
        }
    }

    @Test
    void add_moreThanAllowed_givesTheOldestUp() throws IOException {
        KeptTraces kept = kept(2);
        Trace trace = trace();
        KeptTrace first = kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder());
        KeptTrace second = kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder());
        KeptTrace third = kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder());
        assertThat(kept.list()).containsExactly(second.info(), third.info());
        assertThat(kept.find(first.info().getId())).isEmpty();
        assertThat(files()).isEqualTo(2);
    }

    @Test
    void add_moreBytesThanAllowed_keepsTheLast() throws IOException {
        KeptTraces kept = new KeptTraces(() -> dir, 10, 1);
        Trace trace = trace();
        kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder());
        KeptTrace last = kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder());
        assertThat(kept.list()).containsExactly(last.info());
        assertThat(files()).isOne();
    }

    @Test
    void ids_areDrawnHere() throws IOException {
        KeptTraces kept = kept(3);
        KeptTrace trace =
                kept.add(trace(), TraceWriter.CHROME, TraceInfo.newBuilder().setId("../../x"));
        assertThat(trace.info().getId()).matches("[0-9a-f]{16}");
        assertThat(trace.files())
                .allSatisfy(
                        file -> assertThat(file.path()).hasParent(dir.toFile().toPath()));
    }

    @ParameterizedTest
    @EnumSource(TraceWriter.class)
    void fetch_anotherFormat_isMadeOfWhatIsKept(TraceWriter wanted) throws Exception {
        KeptTraces kept = kept(3);
        KeptTrace trace = kept.add(trace(), TraceWriter.TEXT, TraceInfo.newBuilder());
        KeptFile file = kept.fetch(trace, wanted);
        byte[] bytes = Files.readAllBytes(file.path());
        assertThat(bytes).hasSize((int) file.bytes()).isNotEmpty();
        assertThat(MessageDigest.getInstance("SHA-256").digest(bytes))
                .isEqualTo(file.sha256().toByteArray());
        assertThat(kept.fetch(trace, wanted).path()).isEqualTo(file.path());
        if (wanted.isReadable()) {
            assertThat(works(Traces.read(file.path()))).isEqualTo(20);
        }
    }

    private static long works(Trace trace) {
        return trace.events().stream()
                .filter(event -> event.name().equals("kept work"))
                .count();
    }

    @Test
    void add_cannotBeWritten_keepsNothing() throws IOException {
        KeptTraces kept = new KeptTraces(() -> dir.resolve("file"), 2, 1);
        Files.createFile(dir.resolve("file"));
        Trace trace = trace();
        assertThatThrownBy(() -> kept.add(trace, TraceWriter.CHROME, TraceInfo.newBuilder()))
                .isInstanceOf(IOException.class);
        assertThat(kept.list()).isEmpty();
    }
}
