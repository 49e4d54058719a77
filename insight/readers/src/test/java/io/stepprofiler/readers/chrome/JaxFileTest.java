package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in the form in which JAX writes them beside its profiles. */
class JaxFileTest {
    private static final String[] EVENTS = {
        "{'ph':'M','pid':701,'name':'process_name','args':{'name':'/host:CPU'}}",
        "{'ph':'M','pid':701,'tid':4153102138,'name':'thread_name','args':{'name':'python'}}",
        "{'ph':'M','pid':1,'name':'process_name','args':{'name':'/device:GPU:0 NVIDIA'}}",
        "{'ph':'M','pid':1,'tid':13,'name':'thread_name','args':{'name':'Stream #13(Compute)'}}",
        "{'ph':'M','pid':1,'tid':2,'name':'thread_name','args':{'name':'XLA Ops'}}",
        "{'ph':'X','pid':701,'tid':4153102138,'ts':66.45,'dur':563.688,'name':'train','args':{'step_num':'3'}}",
        "{'ph':'X','pid':701,'tid':4153102138,'ts':77.10412,'dur':0.72,'name':'load','args':{'f':'1.5','n':'0'}}",
        "{'ph':'X','pid':1,'tid':13,'ts':80,'dur':5,'name':'gemm','args':{'correlation_id':'7'}}",
        "{'ph':'X','pid':1,'tid':13,'ts':90,'dur':5,'name':'MemcpyH2D','args':{}}",
        "{'ph':'X','pid':1,'tid':2,'ts':80,'dur':5,'name':'dot.1','args':{}}",
        "{}"
    };

    @TempDir
    Path dir;

    @Test
    void file_hasStepsEventsAndStreams() throws IOException {
        ImportedTrace read = ChromeFile.read(dir, ChromeFile.document(EVENTS));

        Trace trace = read.trace();
        assertThat(read.missing()).isEmpty();
        assertThat(trace.steps()).containsExactly(new StepMark(3, 66_450, 563_688, 4153102138L, false));
        assertThat(trace.events().get(1).startNanos()).isEqualTo(77_104);
        assertThat(trace.events().get(1).arguments()).containsOnly(entry("f", "1.5"), entry("n", "0"));
        assertThat(trace.tracks().get(1).name()).isEqualTo("XLA Ops (/device:GPU:0 NVIDIA)");
        assertThat(trace.tracks().get(2).device()).contains(Device.cuda(0));
        assertThat(trace.tracks().get(2).stream()).isEqualTo(13);
        assertThat(trace.events().stream().map(event -> event.name() + " " + event.kind()))
                .containsExactly(
                        "train " + EventKind.SCOPE,
                        "load " + EventKind.SCOPE,
                        "dot.1 " + EventKind.SCOPE,
                        "gemm " + EventKind.KERNEL,
                        "MemcpyH2D " + EventKind.MEMORY_COPY);
    }

    @Test
    void steps_withNegativeNumbers_areEventsAndTold() throws IOException {
        ImportedTrace read = ChromeFile.read(
                dir,
                ChromeFile.document(
                        "{'ph':'X','pid':7,'tid':4,'ts':1,'dur':5,'name':'train','args':{'step_num':'-7'}}",
                        "{'ph':'X','pid':7,'tid':4,'ts':8,'dur':5,'name':'train','args':{'step_num':-8}}",
                        "{'ph':'X','pid':7,'tid':4,'ts':16,'dur':5,'name':'train','args':{'step_num':9}}"));

        assertThat(read.trace().steps()).extracting(StepMark::number).containsExactly(9L);
        assertThat(read.trace().tracks().get(0).arguments(0)).containsOnly(entry("step_num", "-7"));
        assertThat(read.trace().tracks().get(0).arguments(1)).containsOnly(entry("step_num", -8L));
        assertThat(read.missing()).containsExactly("not taken: 2 steps with negative numbers, which are events only");
    }

    /** JAX takes a member out of the file that it shows in Perfetto. */
    @Test
    void file_forPerfetto_hasTheSameEvents() throws IOException {
        String events = String.join(",", EVENTS);
        Trace whole = ChromeFile.read(
                        dir,
                        ChromeFile.json("{'displayTimeUnit':'ns','metadata':{'highres-ticks':true},'traceEvents':["
                                + events + "]}"))
                .trace();
        Trace forPerfetto = ChromeFile.read(
                        dir, ChromeFile.json("{'displayTimeUnit':'ns','traceEvents':[" + events + "]}"))
                .trace();

        assertThat(forPerfetto.events()).isEqualTo(whole.events());
        assertThat(whole.metadata()).containsOnlyKeys("metadata");
    }
}
