package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UnknownFieldSet;
import io.stepprofiler.handlers.output.PlainBlocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageStreamTest {
    private static void write(MessageStream to, int inner, int numbers) throws IOException {
        to.out().present(1, "before");
        to.begin(2);
        for (int i = 0; i < inner; i++) {
            to.begin(3);
            for (int j = 0; j < numbers; j++) {
                to.out().present(4, j);
                to.flushIfFull();
            }
            to.end(3);
        }
        to.out().present(5, 7);
        to.end(2);
        to.finish();
    }

    /** Lengths of a byte, of several, and of more than is handed over at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 10_000, 200_000})
    void messages_ofAnyLength_areReadAsTheyWereWritten(int numbers) throws IOException {
        MessageLengths lengths = new MessageLengths();
        MessageStream counting = MessageStream.counting(lengths);
        write(counting, 3, numbers);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(MessageStream.writing(lengths, new PlainBlocks(out)), 3, numbers);

        assertThat(counting.position()).isEqualTo(out.size());
        UnknownFieldSet file = UnknownFieldSet.parseFrom(out.toByteArray());
        UnknownFieldSet outer = UnknownFieldSet.parseFrom(
                file.getField(2).getLengthDelimitedList().get(0));
        assertThat(outer.getField(5).getVarintList()).containsExactly(7L);
        assertThat(outer.getField(3).getLengthDelimitedList())
                .hasSize(3)
                .allSatisfy(inner -> assertThat(
                                UnknownFieldSet.parseFrom(inner).getField(4).getVarintList())
                        .hasSize(numbers));
    }

    @Test
    void message_thatIsNotWhatWasCounted_isRefused() throws IOException {
        MessageLengths lengths = new MessageLengths();
        write(MessageStream.counting(lengths), 1, 10);
        MessageStream writing = MessageStream.writing(lengths, new PlainBlocks(new ByteArrayOutputStream()));

        assertThatThrownBy(() -> write(writing, 1, 11))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not what it was when its bytes were counted");
    }
}
