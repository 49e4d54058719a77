package io.stepprofiler.readers.xspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.spaces.SpaceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DamagedSpaceTest {
    private static final byte[] WHOLE = new SpaceBuilder()
            .plane(
                    "/host:CPU",
                    plane -> plane.stat("p", "value")
                            .line(
                                    1,
                                    "main",
                                    0,
                                    line -> line.event("step", 0, 100, "step_num", 3, "x", 0.5)
                                            .event("op", 10, 20, "kind", new SpaceBuilder.Ref("matmul"))))
            .plane("/device:GPU:0", plane -> plane.line(2, "stream", 5, line -> line.event("kernel", 1, 2)))
            .bytes();

    @TempDir
    private Path directory;

    static Stream<Arguments> refused() {
        ImportOptions options = ImportOptions.DEFAULT;
        return Stream.of(
                Arguments.of("host.xplane.pb: byte 0: it is empty", new byte[0], options),
                Arguments.of(
                        "compressed data end too early",
                        new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0},
                        options),
                Arguments.of("", "{\"traceEvents\": []}".getBytes(UTF_8), options),
                Arguments.of("it is no XSpace", new byte[] {0x7a, 1, 0}, options),
                Arguments.of("maxBytes is 10", WHOLE, options.withMaxBytes(10)),
                Arguments.of("maxEvents is 2", WHOLE, options.withMaxEvents(2)),
                Arguments.of("maxMemoryBytes is 1000", WHOLE, options.withMaxMemoryBytes(1000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void file_ofAnotherSortOrBeyondALimit_isRefused(String why, byte[] bytes, ImportOptions options) {
        assertThatThrownBy(() -> read(bytes, options))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining(why);
    }

    @Test
    void compressedFile_isReadAsItsContent() throws IOException {
        byte[] packed = gzip(WHOLE);
        byte[] wrongChecksum = packed.clone();
        wrongChecksum[packed.length - 8] ^= 1;
        Path file = directory.resolve("host.xplane.pb.gz");

        Files.write(file, packed);
        try (ProfileData profile = ProfileData.from(file)) {
            goThrough(profile);
            assertThat(profile.planes()).hasSize(2);
            assertThat(profile.damage()).isEmpty();
        }
        Files.write(file, wrongChecksum);
        try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT)) {
            assertThat(read.trace().eventCount()).isPositive();
            assertThat(read.missing()).anyMatch(what -> what.contains("compressed data are damaged"));
        }
        Files.write(file, Arrays.copyOf(packed, packed.length / 2));
        assertThatThrownBy(() -> ProfileData.from(file))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("compressed data end too early");
        Files.write(file, packed);
        assertThatThrownBy(() -> ProfileData.from(file, ImportOptions.DEFAULT.withMaxBytes(10)))
                .hasMessageContaining("maxBytes is 10");
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    @Test
    void directory_isRefused() {
        assertThatThrownBy(() -> ProfileData.from(directory))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("it is a directory");
    }

    @Test
    void file_thatIsAbsent_isRefused() {
        assertThatThrownBy(() -> ProfileData.from(directory.resolve("none.xplane.pb")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void cutFile_namesThePlaceThatIsCut() {
        byte[] cut = Arrays.copyOf(WHOLE, WHOLE.length - 1);

        assertThatThrownBy(() -> read(cut))
                .isInstanceOf(ImportException.class)
                .hasMessageMatching(
                        ".*host.xplane.pb: byte \\d+: a plane of \\d+ bytes begins, and there are only \\d+ for it:.*");
    }

    @Test
    void file_cutAnywhereButBetweenPlanes_isRefused() throws IOException {
        int whole = 0;
        for (int length = 1; length < WHOLE.length; length++) {
            try {
                read(Arrays.copyOf(WHOLE, length));
                whole++;
            } catch (ImportException e) {
                assertThat(e).hasMessageContaining("byte ");
            }
        }
        assertThat(whole).isEqualTo(1);
    }

    @Test
    void file_thatBecomesShorterMeanwhile_isToldWhenItsEventsAreRead() throws IOException {
        Path file = directory.resolve("host.xplane.pb");
        Files.write(file, WHOLE);
        try (ProfileData profile = ProfileData.from(file)) {
            Files.write(file, new byte[0]);

            assertThatThrownBy(() -> goThrough(profile))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(ImportException.class)
                    .hasMessageContaining("byte ");
        }
    }

    @Test
    void damagedEvent_isToldWithItsPlaceWhenItIsRead() throws IOException {
        byte[] damaged = WHOLE.clone();
        int at = new String(WHOLE, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("main") + 4;
        // Behind the name of the line: the tag and the length of the first event, then its own first tag.
        damaged[at + 2] = 7;
        ProfileData profile = ProfileData.from(damaged);

        assertThatThrownBy(() -> goThrough(profile))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("byte " + (at + 1) + ": an event is damaged");
    }

    @Test
    void mutatedFiles_giveProfilesOrErrorsOfImport() throws IOException {
        Random random = new Random(42);
        int readable = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = WHOLE.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            readable += isReadable(mutated) ? 1 : 0;
        }
        assertThat(readable).isBetween(1000, 19_000);
    }

    /** Whether all of it can be read; any exception but those that are promised goes on to the test. */
    private static boolean isReadable(byte[] bytes) throws IOException {
        try {
            goThrough(ProfileData.from(bytes));
            return true;
        } catch (ImportException e) {
            return false;
        } catch (UncheckedIOException e) {
            assertThat(e).hasCauseInstanceOf(ImportException.class);
            return false;
        }
    }

    static void goThrough(ProfileData profile) {
        for (ProfilePlane plane : profile.planes()) {
            plane.stats().forEach(ProfileStat::asText);
            plane.eventMetadata().forEach(ProfileEventMetadata::stats);
            for (ProfileLine line : plane.lines()) {
                for (ProfileEvent event : line) {
                    assertThat(event.startPicos() + " " + event.durationNanos() + event.stats() + event.name())
                            .isNotEmpty();
                }
            }
        }
    }

    private void read(byte[] bytes) throws IOException {
        read(bytes, ImportOptions.DEFAULT);
    }

    private void read(byte[] bytes, ImportOptions options) throws IOException {
        Path file = Files.write(directory.resolve("host.xplane.pb"), bytes);
        try (ProfileData profile = ProfileData.from(file, options)) {
            goThrough(profile);
        }
    }
}
