package io.stepprofiler.cli.input;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherFormsTest {
    @TempDir
    private Path dir;

    private Path written(String name, String text) throws IOException {
        return Files.write(dir.resolve(name), text.replace("^", "\0").getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    et.json           | {"schema": "1.1.1-chakra.0.0.4", "pid": 5, "nodes": [{"id": 1}]} | an execution trace | torch.profiler
                    t.pftrace         | ..                                                   | a protobuf trace for Perfetto | traceconv json
                    t.perfetto-trace  | ..                                                   | a protobuf trace for Perfetto | traceconv json
                    none              | .\u0082Gzv\u00b2\u008dB\u00ba\u0081                  | a protobuf trace for Perfetto | traceconv json
                    k.csv             | "Kind","Agent_Id","Queue_Id","Kernel_Name"           | a table of rocprof | torch.profiler
                    results.csv       | "Index","KernelName","gpu-id"                        | a table of rocprof | traceconv json
                    stats.csv         | "Name","Calls","TotalDurationNs","AverageNs"         | a table of rocprof | traceconv json
                    results.db        | SQLite format 3^rocpd_kernel                         | an SQLite database | rocpd convert
                    """)
    void file_ofAnotherProfiler_isRefusedWithWhatToUseInstead(String name, String text, String form, String instead)
            throws IOException {
        Path file = written(name, text);

        assertThatThrownBy(() -> OtherForms.check(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is " + form)
                .hasMessageContaining(instead);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    t.json     | {"schema": 1, "nodes": [], "traceEvents": [{"ph": "X"}]}
                    t.pftrace  | {"traceEvents": [{"ph": "X"}]}
                    notes.txt  | the name, Kernel_Names and such
                    """)
    void file_thatIsReadOrUnknown_isNotRefusedHere(String name, String text) throws IOException {
        Path file = written(name, text.replace("Kernel_Names", "kernels"));

        assertThatCode(() -> OtherForms.check(file)).doesNotThrowAnyException();
    }
}
