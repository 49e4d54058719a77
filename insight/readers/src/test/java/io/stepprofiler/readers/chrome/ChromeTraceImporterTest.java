package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChromeTraceImporterTest {
    private static final int MUTATIONS = 600;

    @TempDir
    Path dir;

    private int recognized(byte[] bytes) throws IOException {
        return new ChromeTraceImporter().recognizedBytes(ImportCandidate.of(Files.write(dir.resolve("file"), bytes)));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "`{'traceEvents':[]}`|13",
                "` \n{'schemaVersion':1,\n'traceEvents': [`|13",
                "`[{'name':'a','ph':'X'`|4",
                "`[]`|0",
                "`[[1,2],[3]]`|0",
                "`{'$schema':'https://www.speedscope.app/file-format-schema.json'}`|0",
                "`root:x:0:0`|0",
                "``|0",
            })
    void recognizedBytes_ofText_areThoseThatOthersDoNotHave(String text, int bytes) throws IOException {
        byte[] utf8 = ChromeFile.json(text).getBytes(StandardCharsets.UTF_8);

        assertThat(recognized(utf8)).isEqualTo(bytes);
        assertThat(recognized(ChromeFile.gzip(utf8))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.json", "a.json.gz", "a.pt.trace.json", "a.pt.trace.json.gz", "vm.trace.json.gz"})
    void name_alone_isEnough(String name) throws IOException {
        Path file = Files.writeString(dir.resolve(name), " ");

        assertThatThrownBy(() -> Traces.read(file))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("is empty");
    }

    @Test
    void read_directory_isRefused() {
        assertThatThrownBy(() -> new ChromeTraceImporter().read(dir, ImportOptions.DEFAULT))
                .isInstanceOf(IOException.class);
    }

    /** Any file is read or refused, whatever is in it; the seed makes a failure come again. */
    @Test
    void read_mutatedFile_isReadOrRefused() throws IOException {
        byte[] whole = ChromeFile.json("{'schemaVersion':1,'trace_id':'A','record_shapes':1,'distributedInfo':"
                        + "{'backend':'gloo','rank':0,'world_size':2,'pg_config':[{'ranks':[0,1]}]},"
                        + "'host_name':'h','stepProfiler':{'begun':9,'written':8,'dropped':{'event limit':1},"
                        + "'unfinished':{'thread ended':1},'anomalies':{'text cut':2},'partial':true},"
                        + "'baseTimeNanoseconds':1790857026000000000,'traceEvents':["
                        + "{'ph':'M','name':'process_labels','pid':1,'args':{'labels':'GPU 1'}},"
                        + "{'ph':'M','name':'thread_name','pid':1,'tid':7,'args':{'name':'stream 7'}},"
                        + "{'ph':'M','name':'thread_name','pid':9,'tid':1073741824,'args':{'name':'main (async 2)'}},"
                        + "{'ph':'X','cat':'cpu_op','name':'a','pid':9,'tid':1,'ts':1.5,'dur':1,'args':{'Sequence number':5,"
                        + "'Fwd thread id':1,'Input Dims':[[1,2],[[3]],[]],'Input type':['float','TensorList','Scalar'],"
                        + "'Concrete Inputs':['','','1'],'Call stack':'a/B.java(3): B.m;x','unfinished':true,'k':1e5}},"
                        + "{'ph':'B','name':'b','pid':9,'tid':1,'ts':2},{'ph':'E','pid':9,'tid':1,'ts':3},"
                        + "{'ph':'b','id':'1','name':'b','pid':9,'tid':1,'ts':2},{'ph':'e','id':'1','ts':3},"
                        + "{'ph':'X','cat':'kernel','name':'k','pid':1,'tid':7,'ts':4,'dur':1,'args':{'correlation':3}},"
                        + "{'ph':'f','cat':'ac2g','id':3,'pid':1,'tid':7,'ts':4},"
                        + "{'ph':'i','name':'[memory]','pid':9,'tid':1,'ts':5,'args':{'Addr':1,'Bytes':-5}},"
                        + "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#3','pid':9,'tid':1,'ts':1,'dur':9},"
                        + "{'ph':'C','name':'c','pid':9,'ts':2,'args':{'':1}},"
                        + "{'ph':'P','tid':1,'ts':3,'sf':2},{}],'stackFrames':{'2':{'name':'f','parent':3},"
                        + "'3':{'name':'g'}},'samples':[{'tid':1,'ts':1,'name':'java','sf':2,'weight':1}]}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] compressed = ChromeFile.gzip(whole);
        Random random = new Random(13);
        int read = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = mutated(i % 10 == 0 ? compressed : whole, random);
            try {
                ChromeFile.read(dir, mutated, ImportOptions.DEFAULT)
                        .trace()
                        .events()
                        .forEach(event -> {});
                read++;
            } catch (IOException e) {
                // Not from a bug of the reader, which Traces would hide.
                assertThat(e.getCause() instanceof RuntimeException).isFalse();
            }
        }
        assertThat(read).isBetween(MUTATIONS / 20, MUTATIONS * 19 / 20);
    }

    private static byte[] mutated(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) "0123456789-.eE\"{}[],:ntf".charAt(random.nextInt(24));
                case 2 -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(40), bytes.length - Math.max(at, from));
                    System.arraycopy(whole, from, bytes, at, length);
                }
                default -> bytes = random.nextInt(10) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
            }
        }
        return bytes;
    }
}
