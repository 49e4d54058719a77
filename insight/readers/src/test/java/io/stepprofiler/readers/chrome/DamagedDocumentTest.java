package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage costs the event that it is in, or less. */
class DamagedDocumentTest {
    private static final String FIRST = "{'ph':'X','name':'first','pid':1,'tid':2,'ts':1,'dur':2}";
    private static final String LAST = "{'ph':'X','name':'last','pid':1,'tid':2,'ts':11,'dur':2}";

    @TempDir
    Path dir;

    private ImportedTrace read(String... events) throws IOException {
        return ChromeFile.read(dir, ChromeFile.document(events));
    }

    private static List<String> names(ImportedTrace read) {
        return read.trace().events().stream().map(event -> event.name()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", "-inf", "nan", "-nan", "N/A", "1.#INF", "-nan(ind)", "n. a.", "", "+1", "None"})
    void argument_thatIsNoValue_isAbsentAndTheOthersStay(String word) throws IOException {
        ImportedTrace read = read(
                FIRST,
                "{'ph':'X','name':'a','pid':1,'tid':2,'ts':5,'dur':1,'args':{'u':" + word + ",'v':7,'w':" + word + "}}",
                LAST);

        assertThat(names(read)).containsExactly("first", "a", "last");
        assertThat(read.trace().events().get(1).arguments()).hasToString("{v=7}");
        assertThat(read.missing()).singleElement().asString().contains("no valid JSON at byte");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ts", "dur"})
    void time_thatIsNoValue_costsItsEvent(String key) throws IOException {
        ImportedTrace read = read(FIRST, "{'ph':'X','name':'a','ts':5,'dur':1,'" + key + "':-nan(ind)}", LAST);

        assertThat(names(read)).containsExactly("first", "last");
        assertThat(read.trace().account().droppedTotal()).isOne();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
                    torch\\cuda\\__init__.py(219): _lazy_init  | torch\\cuda\\__init__.py(219): _lazy_init
                    lib\\users\\x.py(1): run                   | lib\\users\\x.py(1): run
                    torch\\nn\\modules\\x.py                   | torch\\nn\\modules\\x.py
                    C:\\dir\\                                  | C:\\dir\\
                    {'device': 'cpu'}(12): run                 | {'device': 'cpu'}(12): run
                    f('a', 'b')                                | f('a', 'b')
                    say 'hi'                                   | say 'hi'
                    \\'a\\' \\x                                | \\'a\\' \\x
                    """)
    void name_thatIsNotEscaped_isAsItIs(String written, String name) throws IOException {
        ImportedTrace read =
                read(FIRST, "{'ph':'X','name':'" + written + "','cat':'c','pid':1,'tid':2,'ts':5,'dur':1}", LAST);

        assertThat(names(read)).containsExactly("first", ChromeFile.json(name), "last");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'ph':'X','name':'no end,'cat':'c','pid':1,'tid':2,'ts':5,'dur':1}",
                "{'ph':'X','name':'piece','ts':5,'dur':",
                "{'ph':'X','name':'piece','args':{'list':[{'x':1}",
                "{'ph':'X','name':'piece','ar",
                "{'ph' 'X','name':'a','ts':5,'dur':1}"
            })
    void event_thatIsNotClear_isLostAndCounted(String event) throws IOException {
        ImportedTrace read = read(FIRST, event, LAST);

        assertThat(names(read)).containsExactly("first", "last");
        assertThat(read.trace().account().droppedTotal()).isOne();
        assertThat(read.missing()).anyMatch(what -> what.contains("1 events whose text is damaged"));
    }

    @Test
    void bytes_thatAreNotUtf8_areReplaced() throws IOException {
        byte[] text = ChromeFile.document(FIRST, FIRST.replace("first", "caf\u00e9"), LAST)
                .getBytes(StandardCharsets.ISO_8859_1);

        assertThat(names(ChromeFile.read(dir, text, ImportOptions.DEFAULT)))
                .containsExactly("first", "caf\ufffd", "last");
    }

    @Test
    void thread_withAHexadecimalNumber_isThatThread() throws IOException {
        ImportedTrace read = read(FIRST, FIRST.replace("'tid':2", "'tid':0x7f3a"), LAST);

        assertThat(read.trace().tracks()).anyMatch(thread -> thread.name().contains("0x7f3a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'note':nan,",
                "'note':'C:\\dir\\x',",
                "'note':'a' 'b',",
                "'note':{'a':[1,},",
                "'note':{'a':[1,",
                "'samples':[{'ts':1,'tid':2},{'ts' 2}],",
                "'stackFrames':{'1':{'name':nan}},"
            })
    void head_thatIsDamaged_losesOnlyTheDamagedPart(String member) throws IOException {
        String list = "'traceEvents':[" + FIRST + "," + LAST + "]";
        for (String text : List.of(member + list + ",'host_name':'h'", list + "," + member + "'host_name':'h'")) {
            ImportedTrace read = ChromeFile.read(dir, ChromeFile.json("{'trace_id':'T'," + text + "}"));

            assertThat(names(read)).containsExactly("first", "last");
            assertThat(read.trace().id()).isEqualTo("T");
            assertThat(read.trace().process().host()).isEqualTo("h");
            assertThat(read.missing()).anyMatch(what -> what.contains("no valid JSON"));
        }
    }

    @Test
    void otherForms_areRead() throws IOException {
        String lines = FIRST + "\n" + LAST + "\n";
        String rest = ",\n" + FIRST + ",\n" + LAST;

        assertThat(read(lines, false)).isEmpty();
        assertThat(ChromeFile.read(dir, ChromeFile.json("{'traceEvents':{'traceEvents':[" + FIRST + "," + LAST + "]}}"))
                        .missing())
                .isEmpty();
        assertThat(read(rest, true)).hasSize(2).allMatch(what -> what.contains("the document"));
        assertThat(read(rest.substring(1) + "],'displayTimeUnit':'ms'}", true)).hasSize(1);
        assertThat(read(lines.replace("11", "inf"), false)).hasSize(2);
    }

    private List<String> read(String text, boolean isWhole) throws IOException {
        ImportedTrace read = ChromeFile.read(dir, ChromeFile.json(text));
        assertThat(names(read)).startsWith("first");
        assertThat(read.trace().eventCount()).isBetween(isWhole ? 2L : 1L, 2L);
        return read.missing();
    }

    @Test
    void damageInEachEventOfALargeFile_costsTheValuesOnly() throws IOException {
        String[] events = IntStream.range(0, 20_000)
                .mapToObj(i -> "{'ph':'X','name':'k" + i % 7 + "','ts':" + i + ",'dur':1,'args':{'blocks per SM':inf}}")
                .toArray(String[]::new);

        assertThat(read(events).trace().eventCount()).isEqualTo(20_000);
    }

    /** Random damage against what was left alone: each event without damage is read, and no other one appears. */
    @Test
    void randomDamage_leavesAllOtherEvents() throws IOException {
        for (int seed = 0; seed < 600; seed++) {
            Random random = new Random(seed);
            int count = 5 + random.nextInt(40);
            TreeSet<Integer> damaged = new TreeSet<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged.add(random.nextInt(count));
            }
            TreeSet<String> untouched = new TreeSet<>();
            List<String> events = new ArrayList<>();
            boolean isPhaseLast = random.nextInt(4) == 0;
            for (int i = 0; i < count; i++) {
                String event = event(i, random, isPhaseLast);
                events.add(damaged.contains(i) ? damage(event, random) : event);
                if (!damaged.contains(i)) {
                    untouched.add("e" + i);
                }
            }
            String separator = random.nextBoolean() ? ",\n  " : ", ";
            String text = (random.nextBoolean() ? "{'a':1,'traceEvents': [%s],'host_name':'h'}" : "[%s]")
                    .replace("%s", String.join(separator, events));
            byte[] bytes = ChromeFile.json(text).getBytes(StandardCharsets.ISO_8859_1);

            ImportedTrace read = ChromeFile.read(dir, bytes, ImportOptions.DEFAULT);

            assertThat(names(read))
                    .as("seed %s: %s", seed, text)
                    .containsAll(untouched)
                    .doesNotHaveDuplicates();
            assertThat(read.trace().eventCount()).isLessThanOrEqualTo(count);
            assertThat(read.missing()).as("seed %s: %s", seed, text).isNotEmpty();
            if (text.startsWith("{")) {
                assertThat(read.trace().process().host())
                        .as("seed %s: %s", seed, text)
                        .isEqualTo("h");
            }
        }
    }

    private static String event(int i, Random random, boolean isPhaseLast) {
        String args = random.nextBoolean()
                ? ""
                : ",'args': {'External id': " + i + ", 'grid': [1, 2], 'name': 'x', 'list': [{'name': 'y'}]}";
        String rest = String.format(
                Locale.ROOT, "'name': 'e%d', 'pid': 1, 'tid': 2, 'ts': %d.5, 'dur': 0.25%s", i, 10 * i, args);
        return isPhaseLast ? "{" + rest + ", 'ph': 'X'}" : "{'ph': 'X', " + rest + "}";
    }

    private static String damage(String event, Random random) {
        List<String> words = List.of("inf", "nan", "-nan", "N/A", "1.#INF", "-nan(ind)", "0x12", "");
        String word = words.get(random.nextInt(words.size()));
        return switch (random.nextInt(8)) {
            case 0 -> event.replaceFirst("0\\.25", word);
            case 1 -> event.replaceFirst("'pid': 1", "'pid': " + word);
            case 2 -> event.replaceFirst("'e", "'torch\\\\cuda\\\\");
            case 3 -> event.replaceFirst("'e", "'f('x'): ");
            case 4 -> event.replaceFirst("'e", "'caf\u00e9\\\\d");
            case 5 -> event.substring(0, 1 + random.nextInt(event.length() - 1));
            case 6 -> event.replaceFirst(", 'tid'", " 'tid'");
            default -> event.replaceFirst("'tid': 2", "'tid' 2");
        };
    }
}
