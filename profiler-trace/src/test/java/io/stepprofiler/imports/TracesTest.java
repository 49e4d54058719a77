package io.stepprofiler.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.child.Services;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {
    /** Recognizes a text at the beginning, or endings. */
    private record Stub(String magic, Set<String> suffixes) implements TraceImporter {
        Stub(String magic, String... suffixes) {
            this(magic, Set.of(suffixes));
        }

        @Override
        public String format() {
            return "stub " + magic;
        }

        @Override
        public int recognizedBytes(ImportCandidate candidate) {
            return candidate.beginsWith(magic.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ImportedTrace read(Path file, ImportOptions options) {
            throw new IllegalStateException("not asked for");
        }
    }

    /** Recognizes files that begin with FAILING, and throws. */
    public static final class Failing implements TraceImporter {
        /** Made by the service loader. */
        public Failing() {}

        @Override
        public String format() {
            return "failing format";
        }

        @Override
        public Set<String> suffixes() {
            return Set.of();
        }

        @Override
        public int recognizedBytes(ImportCandidate candidate) {
            return candidate.beginsWith("FAILING".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ImportedTrace read(Path file, ImportOptions options) {
            throw new IllegalStateException("as it is meant to");
        }
    }

    private static final Stub JSON = new Stub("{", ".json", ".json.gz");
    private static final Stub TORCH = new Stub("{\"schemaVersion\"", ".pt.trace.json");
    private static final Stub NAMED = new Stub("", ".named");
    private static final Stub LONG_NAMED = new Stub("", ".long.named");
    private static final List<TraceImporter> ALL = List.of(JSON, NAMED, LONG_NAMED, TORCH);

    @TempDir
    private Path dir;

    private TraceImporter chosen(String name, String content) throws IOException {
        return Traces.choose(ImportCandidate.of(Files.writeString(dir.resolve(name), content)), ALL);
    }

    @Test
    void choose_content_whateverTheNameIs() throws IOException {
        assertThat(chosen("trace.named", "{}")).isSameAs(JSON);
    }

    @Test
    void choose_twoKnowTheContent_theOneThatKnowsMoreOfIt() throws IOException {
        assertThat(chosen("a.json", "{\"schemaVersion\": 1}")).isSameAs(TORCH);
        assertThat(chosen("b.pt.trace.json", "{\"traceEvents\": []}")).isSameAs(JSON);
    }

    @Test
    void choose_contentTellsNothing_theLongestEnding() throws IOException {
        assertThat(chosen("trace.long.named", "?")).isSameAs(LONG_NAMED);
        assertThat(chosen("trace.named", "?")).isSameAs(NAMED);
    }

    @Test
    void choose_ledger_isRefusedWithItsPurpose() {
        assertThatThrownBy(() -> chosen("host_1.2.steps", "?"))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("it is the step ledger of a run, which has the times of all steps but no events");
    }

    @Test
    void choose_compressedContent_isLookedInto() throws IOException {
        Path file = dir.resolve("compressed");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"schemaVersion\": 1}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Traces.choose(ImportCandidate.of(file), ALL)).isSameAs(TORCH);
    }

    @Test
    void choose_nobodyKnowsIt_namesTheFileAndTheFormats() {
        assertThatThrownBy(() -> chosen("file", "?"))
                .isInstanceOf(ImportException.class)
                .hasMessageContainingAll(dir.resolve("file").toString(), "stub {", ".json.gz");
    }

    @ParameterizedTest
    @CsvSource({"28b52ffd00, zstd", "fd377a585a0000, xz", "425a6839314159, bzip2", "504b030414, zip", "7b, ''"})
    void choose_whatNoReaderUnpacks_isCalledThat(String bytes, String packing) throws IOException {
        Path file = Files.write(dir.resolve("a.json"), HexFormat.of().parseHex(bytes));

        if (packing.isEmpty()) {
            assertThat(Traces.choose(ImportCandidate.of(file), ALL)).isSameAs(JSON);
        } else {
            assertThatThrownBy(() -> Traces.choose(ImportCandidate.of(file), ALL))
                    .isInstanceOf(ImportException.class)
                    .hasMessage(file + ": it is packed with " + packing + ", which no reader unpacks: unpack it first");
        }
    }

    @Test
    void choose_contentThatIsPackedTwice_isCalledThat() throws IOException {
        Path file = Files.write(dir.resolve("a.json.gz"), gzip(gzip("{}".getBytes(StandardCharsets.UTF_8))));

        assertThatThrownBy(() -> Traces.choose(ImportCandidate.of(file), ALL))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("it is packed with gzip twice");
    }

    @Test
    void choose_archiveOfTar_isCalledThat() throws IOException {
        byte[] archive = new byte[1024];
        System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, archive, 257, 5);
        Path file = Files.write(dir.resolve("a.json.gz"), gzip(archive));

        assertThatThrownBy(() -> Traces.choose(ImportCandidate.of(file), ALL))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("it is packed with tar");
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    @Test
    void candidate_ofALongFile_hasItsFirstBytesOnly() throws IOException {
        Path file = Files.write(dir.resolve("long"), new byte[ImportCandidate.PROBE_BYTES + 1]);
        assertThat(ImportCandidate.of(file).head()).hasSize(ImportCandidate.PROBE_BYTES);
    }

    @Test
    void candidate_thatInflatesToMuch_inflatesToTheSameLimit() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(new byte[50 * ImportCandidate.PROBE_BYTES]);
        }
        Path file = Files.write(dir.resolve("bomb"), bytes.toByteArray());
        assertThat(ImportCandidate.of(file).inflatedHead()).hasSize(ImportCandidate.PROBE_BYTES);
    }

    @Test
    void candidate_thatOnlyBeginsLikeGzip_hasNothingInside() throws IOException {
        Path file = Files.write(dir.resolve("broken"), new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
        assertThat(ImportCandidate.of(file).inflatedHead()).isEmpty();
    }

    @Test
    void open_nothingThere_saysSo() {
        assertThatThrownBy(() -> Traces.read(dir.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void open_device_isRefused() {
        assertThatThrownBy(() -> Traces.read(Path.of("/dev/zero")))
                .isInstanceOf(ImportException.class)
                .hasMessage("/dev/zero: it is neither a file nor a directory");
    }

    @Test
    void open_readerThatFails_namesTheFileAndTheFormat() throws IOException {
        Path file = Files.writeString(dir.resolve("trace.failing"), "FAILING");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Services.of(TraceImporter.class, TracesTest.class, Failing.class.getName()));
        try {
            assertThatThrownBy(() -> Traces.read(file))
                    .isInstanceOf(ImportException.class)
                    .hasMessageStartingWith(file + ": it cannot be read as failing format")
                    .hasRootCauseMessage("as it is meant to");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void exception_atAPlace_namesFilePlaceAndWhatIsWrong() {
        assertThat(new ImportException(Path.of("a.json"), "byte 7", "no name")).hasMessage("a.json: byte 7: no name");
    }

    @Test
    void options_limitsPassed_nameTheFileTheNumbersAndTheLimit() {
        ImportOptions options =
                ImportOptions.DEFAULT.withMaxBytes(10).withMaxEvents(20).withMaxMemoryBytes(30);
        Path file = Path.of("a.json");
        assertThatThrownBy(() -> options.checkBytes(file, 11))
                .hasMessage("a.json: it has 11 bytes or more, and maxBytes is 10");
        assertThatThrownBy(() -> options.checkEvents(file, 21)).hasMessageContaining("maxEvents is 20");
        assertThatThrownBy(() -> options.checkMemory(file, 31)).hasMessageContaining("maxMemoryBytes is 30");
    }

    @Test
    void options_limitsKept_areSilent() throws IOException {
        ImportOptions options =
                ImportOptions.DEFAULT.withMaxBytes(1).withMaxEvents(2).withMaxMemoryBytes(3);
        options.checkBytes(dir, 1);
        options.checkEvents(dir, 2);
        options.checkMemory(dir, 3);
    }

    @Test
    void options_belowOne_areRefused() {
        assertThatThrownBy(() -> ImportOptions.DEFAULT.withMaxEvents(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxEvents = 0 is not allowed: must be 1 or more");
    }
}
