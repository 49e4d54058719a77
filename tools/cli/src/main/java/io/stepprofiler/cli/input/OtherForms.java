package io.stepprofiler.cli.input;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Files of other profilers that no reader reads, each with a way to a file that is read. */
final class OtherForms {
    private static final Map<String, String> KNOWN = Map.of(
            "(?s)[^\n]*\n\\s*\\{(?=.*\"schema\"\\s*:).*\"nodes\"\\s*:.*",
            "an execution trace, which has operations with their tensors but no times: record the same steps with"
                    + " torch.profiler, and name its trace",
            "(?si)[^\n]*\\.(pftrace|perfetto[_-]trace)(\\.gz)?\n.*|.*\u0082Gzv\u00b2\u008dB\u00ba.*",
            "a protobuf trace for Perfetto, as rocprofv3 writes, too: convert it with Perfetto's 'traceconv json IN"
                    + " OUT.json', and name OUT.json",
            "(?s)[^\n]*\n(?=[^\n]{0,2000},)[^\n]{0,2000}(Kernel_?Name|Agent_Id|Correlation_Id|TotalDurationNs).*",
            "a table of rocprof: record with torch.profiler, which has the kernels of ROCm, or with rocprofv3 and its"
                    + " option --output-format pftrace, and convert the trace with Perfetto's 'traceconv json'",
            "(?s)[^\n]*\nSQLite format 3\0.*",
            "an SQLite database, as rocprofv3 writes: 'rocpd convert -i IN --output-format pftrace' and Perfetto's"
                    + " 'traceconv json' make a trace of it that is read");

    private OtherForms() {}

    /** Rejects a file of one of these forms. */
    static void check(Path file) throws IOException {
        byte[] head = ImportCandidate.of(file).inflatedHead();
        String text = file.getFileName() + "\n" + new String(head, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> each : KNOWN.entrySet()) {
            if (text.matches(each.getKey()) && !Traces.recognizes(file)) {
                throw new IOException("it is " + each.getValue());
            }
        }
    }
}
