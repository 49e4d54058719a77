package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.FileHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutflowTest {
    private static final int LENGTH = 3 * Outflow.CHUNK + 17;

    @TempDir
    Path dir;

    private final SlowCall call = new SlowCall();
    private final List<String> ends = new ArrayList<>();
    private final Outflow<CaptureEvent> out =
            new Outflow<>(call, part -> CaptureEvent.newBuilder().setFile(part).build(), () -> ends.add("left"));

    private static CaptureEvent news(String text) {
        return CaptureEvent.newBuilder()
                .setProgress(CaptureProgress.newBuilder().setText(text))
                .build();
    }

    private KeptFile file() throws IOException {
        byte[] bytes = new byte[LENGTH];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(dir.resolve("trace"), bytes);
        return new KeptFile(file, TraceWriter.CHROME, LENGTH, ByteString.EMPTY);
    }

    @Test
    void news_clientIsSlow_getsTheLastOnly() {
        out.news(news("a"));
        out.news(news("b"));
        out.news(news("c"));
        call.take(5);
        assertThat(call.got).extracting(event -> event.getProgress().getText()).containsExactly("c");
    }

    @Test
    void file_clientIsSlow_isReadAsFarAsItTakes() throws IOException {
        out.file(FileHead.getDefaultInstance(), file());
        assertThat(call.got).isEmpty();
        call.take(1);
        assertThat(call.got)
                .singleElement()
                .satisfies(first -> assertThat(first.getFile().hasHead()).isTrue());
        call.take(2);
        assertThat(call.got).hasSize(3);
        assertThat(call.completed).isFalse();
    }

    @Test
    void file_taken_hasAllBytesInOrderAndEndsTheCall() throws IOException {
        KeptFile file = file();
        out.file(FileHead.getDefaultInstance(), file);
        call.take(100);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (CaptureEvent event : call.got.subList(1, call.got.size())) {
            assertThat(event.getFile().getChunk().size()).isLessThanOrEqualTo(Outflow.CHUNK);
            event.getFile().getChunk().writeTo(bytes);
        }
        assertThat(bytes.toByteArray()).isEqualTo(Files.readAllBytes(file.path()));
        assertThat(call.completed).isTrue();
        assertThat(out.isEnded()).isTrue();
        assertThat(ends).isEmpty();
    }

    @Test
    void file_removedMeanwhile_isSentWhole() throws IOException {
        KeptFile file = file();
        out.file(FileHead.getDefaultInstance(), file);
        call.take(2);
        Files.delete(file.path());
        call.take(100);
        assertThat(call.completed).isTrue();
    }

    @Test
    void file_shorterThanSaid_failsTheCall() throws IOException {
        KeptFile file = file();
        Files.write(file.path(), new byte[5]);
        out.file(FileHead.getDefaultInstance(), file);
        call.take(100);
        assertThat(call.error).isNotNull();
        assertThat(call.completed).isFalse();
    }

    @Test
    void client_goesAway_endsOnce() throws IOException {
        out.file(FileHead.getDefaultInstance(), file());
        call.take(1);
        call.leave();
        call.leave();
        out.news(news("late"));
        call.take(100);
        assertThat(ends).containsExactly("left");
        assertThat(call.got).hasSize(1);
        assertThat(out.isEnded()).isTrue();
    }

    @Test
    void abandon_open_failsTheCallAndTellsTheCapture() {
        out.abandon(Status.UNAVAILABLE);
        out.abandon(Status.UNAVAILABLE);
        assertThat(ends).containsExactly("left");
        assertThat(Status.fromThrowable(call.error).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void stalled_nothingToSend_isZero() {
        assertThat(out.stalledNanos()).isZero();
        out.news(news("a"));
        assertThat(out.stalledNanos()).isPositive();
        call.take(1);
        assertThat(out.stalledNanos()).isZero();
    }
}
