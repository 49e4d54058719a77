package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class PreallocatedFileTest {
    private static PreallocatedFile inPlace() throws IOException {
        PreallocatedFile reserve = PreallocatedFile.take();
        // As the flight recorder does when it is told of its destination.
        Files.write(reserve.destination(), new byte[0]);
        reserve.putInPlace();
        return reserve;
    }

    private static void write(PreallocatedFile reserve, byte[] bytes) throws IOException {
        try (FileChannel out = FileChannel.open(reserve.destination(), StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.wrap(bytes), 0);
        }
    }

    /** Bytes that the flight recorder would write: a header that says how long all of it is. */
    private static byte[] chunk(int size) {
        byte[] chunk = new byte[size];
        ByteBuffer.wrap(chunk).putLong(8, size).put(size - 1, (byte) 7);
        return chunk;
    }

    private static byte[] copied(PreallocatedFile reserve) throws IOException {
        Path copy = reserve.copy();
        byte[] bytes = Files.readAllBytes(copy);
        Files.delete(copy);
        return bytes;
    }

    @Test
    void blocks_thatWereReserved_areAllThereWhenTheRecorderWrites() throws IOException {
        PreallocatedFile reserve = inPlace();
        assertThat(reserve.isInPlace()).isTrue();
        assertThat(reserve.destination()).hasSize(PreallocatedFile.BYTES);
        reserve.giveBack();
        assertThat(reserve.destination()).doesNotExist();
    }

    @Test
    void copy_ofWhatWasWritten_isThatAlone() throws IOException {
        PreallocatedFile reserve = inPlace();
        write(reserve, chunk(5_000));
        assertThat(copied(reserve)).isEqualTo(chunk(5_000));
        reserve.giveBack();
    }

    @Test
    void copy_whereNothingWasWritten_doesNotAnswerWhatWasThereBefore() throws IOException {
        PreallocatedFile before = inPlace();
        write(before, chunk(5_000));
        before.giveBack();
        PreallocatedFile reserve = inPlace();
        assertThatThrownBy(reserve::copy).isInstanceOf(EOFException.class);
        reserve.giveBack();
    }

    @Test
    void reserves_atTheSameTime_areTheirOwn() throws IOException {
        PreallocatedFile one = inPlace();
        PreallocatedFile other = inPlace();
        assertThat(one.destination()).isNotEqualTo(other.destination());
        assertThat(one.isInPlace() && other.isInPlace()).isTrue();
        one.giveBack();
        other.giveBack();
    }

    @Test
    void reserve_thatSomebodyDeleted_isNotInPlaceAndGoesWithoutAWord() throws IOException {
        PreallocatedFile reserve = inPlace();
        Files.delete(reserve.destination());
        assertThat(reserve.isInPlace()).isFalse();
        reserve.giveBack();
        PreallocatedFile next = inPlace();
        assertThat(next.isInPlace()).isTrue();
        next.giveBack();
    }
}
