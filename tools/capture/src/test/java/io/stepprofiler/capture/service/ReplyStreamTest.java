package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.FileHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplyStreamTest {
    private static final int LENGTH = 3 * ReplyStream.CHUNK + 17;

    @TempDir
    Path dir;

    private final byte[] bytes = new byte[LENGTH];
    private final SlowCall call = new SlowCall();
    private final List<String> ends = new ArrayList<>();
    private final ReplyStream out = new ReplyStream(call, () -> ends.add("left"));

    private static CaptureEvent news(String text) {
        return CaptureEvent.newBuilder()
                .setProgress(CaptureProgress.newBuilder().setText(text))
                .build();
    }

    private WrittenTrace file() throws IOException {
        new Random(1).nextBytes(bytes);
        FileHead head = FileHead.newBuilder().setBytes(LENGTH).build();
        return new WrittenTrace(head, FileChannel.open(Files.write(dir.resolve("trace"), bytes)));
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
        out.file(file());
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
        out.file(file());
        call.take(100);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (CaptureEvent event : call.got.subList(1, call.got.size())) {
            assertThat(event.getFile().getChunk().size()).isLessThanOrEqualTo(ReplyStream.CHUNK);
            event.getFile().getChunk().writeTo(sent);
        }
        assertThat(sent.toByteArray()).isEqualTo(bytes);
        assertThat(call.completed).isTrue();
        assertThat(out.isEnded()).isTrue();
        assertThat(ends).isEmpty();
    }

    @Test
    void file_shorterThanSaid_failsTheCall() throws IOException {
        WrittenTrace file = file();
        Files.write(dir.resolve("trace"), new byte[5]);
        out.file(file);
        call.take(100);
        assertThat(call.error).isNotNull();
        assertThat(call.completed).isFalse();
        assertThat(file.file().isOpen()).isFalse();
    }

    @Test
    void client_goesAway_endsOnce() throws IOException {
        out.file(file());
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
