package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.proto.v1.JobProcess;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import org.junit.jupiter.api.Test;

class DescriptionsTest {
    private final Descriptions descriptions = new Descriptions(JobProcess.getDefaultInstance(), "1");

    @Test
    void trace_withAFailedSource_isPartialAndNamesIt() {
        SourceFaults faults = new SourceFaults();
        faults.failed("FlightRecorderSource", "the directory is full");
        Trace trace = new TraceBuilder().build();
        TraceInfo whole = descriptions.trace(trace, "");
        assertThat(whole.getPartial()).isFalse();
        assertThat(whole.getRemarksList()).isEmpty();

        String key = SourceFaults.FAILED;
        TraceInfo info =
                descriptions.trace(trace.withMetadata(key, faults.toMetadata().get(key)), "");

        assertThat(info.getPartial()).isTrue();
        assertThat(info.getRemarksList()).containsExactly("failed sources: FlightRecorderSource=the directory is full");
    }
}
