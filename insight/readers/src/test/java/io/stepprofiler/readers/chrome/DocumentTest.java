package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {
    private static final String EVENT = "{'ph':'X','name':'a','pid':1,'tid':2,'ts':1.5,'dur':2.25}";

    @TempDir
    Path dir;

    private ImportedTrace read(String text) throws IOException {
        return ChromeFile.read(dir, ChromeFile.json(text));
    }

    private ImportedTrace read(byte[] bytes, ImportOptions options) throws IOException {
        return ChromeFile.read(dir, bytes, options);
    }

    private static byte[] utf8(String text) {
        return ChromeFile.json(text).getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'traceEvents':[" + EVENT + "]}",
                "[" + EVENT + "]",
                "\uFEFF [ " + EVENT + ", ]",
                "{'traceEvents':[" + EVENT + ",{}],'displayTimeUnit':'ns'}"
            })
    void read_bothForms_haveTheEvent(String text) throws IOException {
        ImportedTrace read = read(text);

        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().events()).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("a");
            assertThat(event.startNanos()).isEqualTo(1500);
            assertThat(event.durationNanos()).isEqualTo(2250);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[" + EVENT,
                "[" + EVENT + ",",
                "[" + EVENT + ",{'ph':'X','na",
                "{'traceEvents':[" + EVENT,
                "{'traceEvents':[" + EVENT + ",{'ph'",
                "{'traceEvents':[" + EVENT + "]",
                "{'traceEvents':[" + EVENT + "],'displayTime",
                "{'traceEvents':[" + EVENT + "],'samples':[{'ph':'P',"
            })
    void read_documentWithoutEnd_hasWhatIsThereAndSaysSo(String text) throws IOException {
        ImportedTrace read = read(text);

        assertThat(read.trace().eventCount()).isOne();
        assertThat(read.missing()).singleElement().asString().contains("not ended");
    }

    /** As continuous dumps leave it: laid out so, and with numbers of processes that are hashes of 64 bits. */
    @Test
    void read_profileOfMxnetThatWasKilled_hasWhatItHadDumped() throws IOException {
        String operator = "{\n'name': 'Convolution','cat': 'operator','ph': '%s','ts': %d,'pid': 0,'tid': 7\n}";
        ImportedTrace read = read("{\n    'traceEvents': [\n{'ph': 'M','args': {'name': 'cpu/0'},'pid': 0,"
                + "'name': 'process_name'},\n\n" + String.format(operator, "B", 10) + ",\n"
                + String.format(operator, "E", 25)
                + ",\n{'ph': 'M','args': {'name': 'training'},'pid': 17298314527713256448,'name': 'process_name'},\n\n"
                + "{'name': 'loss','cat': 'training','ph': 'C','ts': 26,'pid': 17298314527713256448,'tid': 7,"
                + "'args': {'loss': 3}},\n{'name': 'Convolution','cat': 'oper");

        assertThat(read.missing()).singleElement().asString().contains("not ended");
        assertThat(read.trace().events()).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("Convolution");
            assertThat(event.durationNanos()).isEqualTo(15_000);
        });
        assertThat(read.trace().counters())
                .singleElement()
                .satisfies(counter -> assertThat(counter.longValue(0)).isEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "7",
                "{}",
                "{'traceEvents':7}",
                "{'schemaVersion':1,'trace",
                "{'traceEvents':[{'ph' 'X'}]}",
                "[{'ph':'X' xyz"
            })
    void read_damaged_isRefusedWithThePlace(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("some.json")
                .hasMessageMatching("(?s).*byte \\d+.*");
    }

    @Test
    void read_cutInTheMiddle_saysSoAndNothingOfItsParser() {
        assertThatThrownBy(() -> read("{'schemaVersion':1,'traceEvents':"))
                .hasMessageEndingWith("some.json: byte 33: it ends in the middle: it may have been cut");
    }

    @Test
    void read_moreBehindTheEnd_isTold() throws IOException {
        ImportedTrace read = read("{'traceEvents':[" + EVENT + "]} {'traceEvents':[" + EVENT + "]}");

        assertThat(read.trace().eventCount()).isOne();
        assertThat(read.missing()).singleElement().asString().contains("what follows the end");
    }

    @Test
    void read_compressed_isTheSameWhateverItsName() throws IOException {
        assertThat(read(ChromeFile.gzip(utf8("[" + EVENT + "]")), ImportOptions.DEFAULT)
                        .trace()
                        .eventCount())
                .isOne();
    }

    @Test
    void read_compressedAndCut_isReadAsFarAsItGoes() throws IOException {
        byte[] whole = ChromeFile.gzip(utf8("{'traceEvents':[" + EVENT + "]}"));
        int taken = 0;
        for (int length = 3; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                ImportedTrace read = read(cut, ImportOptions.DEFAULT);
                assertThat(read.trace().eventCount()).isOne();
                assertThat(read.missing()).singleElement().asString().contains("compressed data end too early");
                taken++;
            } catch (ImportException e) {
                assertThat(e).hasMessageContaining("compressed data");
            }
        }
        // All lengths with the whole text, without some of the eight bytes behind it.
        assertThat(taken).isGreaterThanOrEqualTo(8);
    }

    @Test
    void read_compressedWithAWrongChecksum_hasTheWholeTextAndSaysSo() throws IOException {
        byte[] damaged = ChromeFile.gzip(utf8("{'traceEvents':[" + EVENT + "]}"));
        damaged[damaged.length - 5] ^= 1;

        ImportedTrace read = read(damaged, ImportOptions.DEFAULT);

        assertThat(read.trace().eventCount()).isOne();
        assertThat(read.missing()).singleElement().asString().contains("compressed data are damaged");
    }

    static Stream<Arguments> refused() throws IOException {
        byte[] bomb = ChromeFile.gzip(utf8("[" + EVENT + " ".repeat(50_000_000) + "]"));
        assertThat(bomb).hasSizeLessThan(100_000);
        String keys =
                IntStream.range(0, 20_000).mapToObj(i -> "'key" + i + "':1,").collect(Collectors.joining());
        String deep = "[".repeat(1000) + "]".repeat(1000);
        ImportOptions options = ImportOptions.DEFAULT;
        return Stream.of(
                Arguments.of("maxBytes", bomb, options.withMaxBytes(1_000_000)),
                Arguments.of("maxEvents", utf8("[" + EVENT + "," + EVENT + "]"), options.withMaxEvents(1)),
                Arguments.of(
                        "maxMemoryBytes", utf8("{" + keys + "'traceEvents':[]}"), options.withMaxMemoryBytes(600_000)),
                Arguments.of("nesting depth", utf8("{'a':" + deep + ",'traceEvents':[]}"), options),
                Arguments.of("length", utf8("[{'ph':'X','ts':" + "1".repeat(10_000) + "}]"), options));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void read_damagedOrBeyondALimit_isRefused(String why, byte[] bytes, ImportOptions options) {
        assertThatThrownBy(() -> read(bytes, options))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'ph':'X','name':'%d','ts':1,'dur':1}",
                "{'ph':'B','name':'a','tid':%d,'ts':1}",
                "{'ph':'X','name':'a','ts':1,'dur':1,'args':{'k':'%d'}}",
                "{'ph':'X','name':'a','ts':1,'dur':1,'args':{'%d':1}}",
                "{'ph':'X','name':'a','ts':1,'dur':1,'args':{'Call stack':'a.py(%d): f'}}",
                "{'ph':'X','name':'a','ts':1,'dur':1,'args':{'Input Dims':[[%d]]}}",
                "{'ph':'C','name':'%d','ts':1,'args':{'v':1}}",
                "{'ph':'b','id':%d,'name':'a','ts':1}",
                "{'ph':'P','sf':%d,'ts':1}",
                "{'ph':'M','name':'thread_name','tid':%d,'args':{'name':'a'}}",
                "{'ph':'i','name':'[memory]','ts':1,'args':{'Addr':%d,'Bytes':1}}"
            })
    void read_whatTakesMuchMemory_isRefused(String event) {
        StringBuilder many = new StringBuilder("[");
        for (int i = 0; i < 20_000; i++) {
            many.append(String.format(event, i)).append(",\n");
        }
        assertThatThrownBy(() -> read(utf8(many + "]"), ImportOptions.DEFAULT.withMaxMemoryBytes(600_000)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxMemoryBytes");
    }

    @Test
    void metadata_ofTheDocument_isThatOfTheTraceWithNumbersAsTheyWere() throws IOException {
        var trace = read("{'traceEvents':[],'epochs':1.10,'note':'x','list':[1e3,{'a':null}],'schemaVersion':1,"
                        + "'trace_id':'ABC','host_name':'node7','baseTimeNanoseconds':1000,'with_stack':1,"
                        + "'distributedInfo':{'backend':'gloo','rank':1,'world_size':2,'pg_config':"
                        + "[{'pg_name':'0','pg_desc':'d','backend_config':'gloo','ranks':[0,1]}],'nccl_version':'2'}}")
                .trace();

        assertThat(trace.metadata().keySet()).containsExactly("epochs", "note", "list");
        assertThat(trace.metadata().get("epochs").text()).isEqualTo("1.10");
        assertThat(trace.metadata().get("note").isJson()).isFalse();
        assertThat(trace.metadata().get("list").text()).isEqualTo(ChromeFile.json("[1e3,{'a':null}]"));
        assertThat(trace.id()).isEqualTo("ABC");
        assertThat(trace.process().host()).isEqualTo("node7");
        assertThat(trace.start().epochNanos()).isEqualTo(1000);
        assertThat(trace.options().withStack()).isTrue();
        assertThat(trace.distributedInfo()).get().satisfies(info -> {
            assertThat(info.rank()).isOne();
            assertThat(info.ncclVersion()).isEqualTo("2");
            assertThat(info.groups())
                    .singleElement()
                    .satisfies(group -> assertThat(group.ranks()).containsExactly(0, 1));
        });
    }

    @Test
    void worker_ofAnUnknownNumberOfWorkers_isKept() throws IOException {
        ImportedTrace read = read("{'traceEvents':[],'distributedInfo':{'rank':5}}");

        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().distributedInfo()).contains(new DistributedInfo(5, 0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'rank':-1}",
                "{'rank':4294967296}",
                "{'rank':1.5}",
                "{'rank':1,'world_size':1}",
                "{'rank':0,'world_size':-2}",
                "{'rank':0,'world_size':4294967297}"
            })
    void worker_thatMakesNoSense_isTold(String info) throws IOException {
        ImportedTrace read = read("{'traceEvents':[],'distributedInfo':" + info + "}");

        assertThat(read.trace().distributedInfo()).isEmpty();
        assertThat(read.missing()).singleElement().asString().contains("the rank is not known");
    }

    @Test
    void worker_beforeGroupsOfManyMegabytes_isRead() throws IOException {
        String ranks = "{'pg_name':'g','ranks':[" + "1023,".repeat(1000) + "1]},";
        String huge = "{'pg_name':'huge','ranks':[" + "1023,".repeat(1_000_000) + "1]}";

        ImportedTrace read = read("{'distributedInfo':{'rank':5,'world_size':1024,'pg_config':[" + ranks.repeat(1000)
                + huge + "],'nccl_version':'2'},'traceEvents':[" + EVENT + "]}");

        assertThat(read.trace().distributedInfo()).get().satisfies(info -> {
            assertThat(info.rank()).isEqualTo(5);
            assertThat(info.worldSize()).isEqualTo(1024);
            assertThat(info.groups()).hasSize(1000);
            assertThat(info.ncclVersion()).isEqualTo("2");
        });
        assertThat(read.missing()).singleElement().asString().contains("group of distributedInfo is not taken");
    }

    @Test
    void metadata_thatMakesNoSense_isTold() throws IOException {
        ImportedTrace read = read(
                "{'traceEvents':[],'distributedInfo':{'rank':5,'world_size':2}," + "'baseTimeNanoseconds':'soon'}");

        assertThat(read.missing())
                .hasSize(2)
                .anyMatch(what -> what.contains("world_size"))
                .anyMatch(what -> what.contains("baseTimeNanoseconds"));
    }
}
