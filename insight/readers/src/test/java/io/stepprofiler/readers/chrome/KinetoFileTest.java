package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Splitter;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that torch.profiler has written, and what it writes of GPUs and call stacks. */
class KinetoFileTest {
    @TempDir
    Path dir;

    /** Two steps of a small network, recorded with shapes and memory by torch 2.13 on a CPU. */
    private ImportedTrace recorded() throws IOException {
        return ChromeFile.read(dir, resource("kineto.pt.trace.json.gz"), ImportOptions.DEFAULT);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(KinetoFileTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }

    private Trace read(String... events) throws IOException {
        return ChromeFile.read(dir, ChromeFile.document(events)).trace();
    }

    @Test
    void recorded_nothingIsMissing() throws IOException {
        ImportedTrace read = recorded();

        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().account().droppedTotal()).isZero();
        assertThat(read.trace().account().anomalies()).isEmpty();
        assertThat(read.trace().process()).isEqualTo(new ProcessInfo(4711, "node7", "python"));
        assertThat(read.trace().tracks()).extracting(Track::name).containsExactly("thread 4711 (python)");
        assertThat(read.trace().steps()).extracting(StepMark::number).containsExactly(2L, 3L);
        assertThat(read.trace().options().recordShapes()).isTrue();
        assertThat(read.trace().memory().size()).isEqualTo(125);
    }

    /** What {@code profile.key_averages()} said in the process that wrote the file. */
    @Test
    void recorded_keyAveragesAreThoseOfTorch() throws IOException {
        KeyAverages averages = KeyAverages.of(recorded().trace());
        List<String> torch = new String(resource("kineto-averages.csv"), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(averages.rows()).hasSameSizeAs(torch);
        for (String line : torch) {
            List<String> cells = Splitter.on(',').splitToList(line);
            String name = cells.get(0).equals("ProfilerStep*") ? "[steps]" : cells.get(0);
            KeyAverage row = averages.get(name).orElseThrow();
            assertThat(row.count()).as(line).isEqualTo(Long.parseLong(cells.get(1)));
            assertThat(row.selfNanos() / 1e3).as(line).isCloseTo(Double.parseDouble(cells.get(2)), within(0.01));
            assertThat(row.totalNanos() / 1e3).as(line).isCloseTo(Double.parseDouble(cells.get(3)), within(0.01));
            assertThat(row.cpuMemory().selfBytes()).as(line).isEqualTo(Long.parseLong(cells.get(4)));
        }
    }

    @Test
    void recorded_operationsHaveTheirInputs() throws IOException {
        TraceEvent addmm = recorded().trace().events().stream()
                .filter(event -> event.name().equals("aten::addmm"))
                .findFirst()
                .orElseThrow();

        OpSignature signature = addmm.signature().orElseThrow();
        assertThat(signature.inputs())
                .startsWith(
                        Operand.tensor(ElementType.FLOAT, Dims.of(10)).withStrides(Dims.of(1)),
                        Operand.tensor(ElementType.FLOAT, Dims.of(8, 144)).withStrides(Dims.of(144, 1)))
                .endsWith(Operand.scalar("1"), Operand.scalar("1"));
    }

    @Test
    void recorded_backwardOperationsKnowTheirForwardOnes() throws IOException {
        Trace trace = recorded().trace();
        Track main = trace.tracks().get(0);

        List<String> links = ForwardBackward.links(trace).stream()
                .map(link -> main.eventName(link.backward().event()) + " <- "
                        + main.eventName(link.forward().event()))
                .toList();
        assertThat(links)
                .contains(
                        "autograd::engine::evaluate_function: AddmmBackward0 <- aten::addmm",
                        "ReluBackward0 <- aten::relu");
    }

    @Test
    void backwardOperations_onAnotherThread_areLinkedByTheArrows() throws IOException {
        Trace trace = read(
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':11,'ts':1,'dur':1,"
                        + "'args':{'Sequence number':5,'Fwd thread id':0}}",
                "{'ph':'s','cat':'fwdbwd','id':1,'pid':9,'tid':11,'ts':1}",
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':12,'ts':2,'dur':1,"
                        + "'args':{'Sequence number':5,'Fwd thread id':0}}",
                "{'ph':'X','cat':'cpu_op','name':'MmBackward0','pid':9,'tid':13,'ts':5,'dur':1,"
                        + "'args':{'Sequence number':5,'Fwd thread id':3}}",
                "{'ph':'f','bp':'e','cat':'fwdbwd','id':1,'pid':9,'tid':13,'ts':5}");

        assertThat(trace.tracks().get(2).forwardThread(0)).isEqualTo(11);
    }

    @Test
    void backwardOperations_theEndOfTheArrowComesFirst_areLinked() throws IOException {
        Trace trace = read(
                "{'ph':'X','cat':'cpu_op','name':'MmBackward0','pid':9,'tid':13,'ts':5,'dur':1,"
                        + "'args':{'Sequence number':5,'Fwd thread id':3}}",
                "{'ph':'f','bp':'e','cat':'fwdbwd','id':1,'pid':9,'tid':13,'ts':5}",
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':13,'ts':7,'dur':1,"
                        + "'args':{'Sequence number':6,'Fwd thread id':0}}",
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':11,'ts':1,'dur':1,"
                        + "'args':{'Sequence number':5,'Fwd thread id':0}}",
                "{'ph':'s','cat':'fwdbwd','id':1,'pid':9,'tid':11,'ts':1}");

        assertThat(trace.tracks().get(0).forwardThread(0)).isEqualTo(11);
    }

    /** As torch wrote it in 2021. */
    @Test
    void workOfGpus_inTheWordsOfOldFiles_isOnStreamsWithItsLaunch() throws IOException {
        ImportedTrace read = ChromeFile.read(
                dir,
                ChromeFile.document(
                        "{'ph':'X','cat':'Operator','name':'aten::mm','pid':9,'tid':'9','ts':0,'dur':5,"
                                + "'args':{'External id':4,'Input dims':[[2,3]]}}",
                        "{'ph':'X','cat':'Operator','name':'ProfilerStep#3','pid':9,'tid':'9','ts':0,'dur':40}",
                        "{'ph':'X','cat':'Runtime','name':'cudaLaunchKernel','pid':9,'tid':'9','ts':1,'dur':1,"
                                + "'args':{'cbid':211,'correlation':77,'external id':4,'external ts':0}}",
                        "{'ph':'s','id':77,'pid':9,'tid':9,'ts':1,'cat':'async','name':'launch'}",
                        "{'ph':'X','cat':'Kernel','name':'gemm','pid':0,'tid':'stream 7','ts':10,'dur':20,"
                                + "'args':{'device':0,'stream':7,'correlation':77,'external id':4}}",
                        "{'ph':'f','id':77,'pid':0,'tid':'stream 7','ts':10,'cat':'async','name':'launch','bp':'e'}",
                        "{'ph':'X','cat':'Memcpy','name':'Memcpy HtoD','pid':0,'tid':'stream 7','ts':30,'dur':2}",
                        "{'ph':'X','cat':'Memset','name':'Memset','pid':0,'tid':'stream 7','ts':32,'dur':2}",
                        "{'ph':'s','id':78,'pid':9,'tid':9,'ts':1,'cat':'async_cpu_to_gpu','name':'async_cpu_to_gpu'}",
                        "{'ph':'X','cat':'Trace','ts':0,'dur':50,'pid':'Traces','tid':'PyTorch Profiler',"
                                + "'name':'PyTorch Profiler (0)'}"));

        Trace trace = read.trace();
        assertThat(read.missing()).isEmpty();
        assertThat(trace.events().stream().map(event -> event.name() + " " + event.kind()))
                .containsExactly(
                        "aten::mm SCOPE",
                        "cudaLaunchKernel RUNTIME",
                        "gemm KERNEL",
                        "Memcpy HtoD MEMORY_COPY",
                        "Memset MEMORY_SET");
        assertThat(trace.steps()).extracting(StepMark::number).containsExactly(3L);
        assertThat(trace.tracks().get(1).device()).contains(Device.cuda(0));
        assertThat(trace.tracks().get(1).stream()).isEqualTo(7);
        assertThat(KeyAverages.of(trace).get("aten::mm").orElseThrow().device().totalNanos())
                .isEqualTo(20_000);
    }

    @Test
    void workOfGpus_isOnStreamsWithItsLaunch() throws IOException {
        Trace trace = read(
                "{'ph':'M','name':'process_labels','pid':9,'tid':0,'args':{'labels':'CPU'}}",
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':9,'ts':0,'dur':5,'args':{'External id':4}}",
                "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':1,'dur':1,"
                        + "'args':{'External id':4,'cbid':211,'correlation':77}}",
                "{'ph':'X','cat':'kernel','name':'gemm','pid':1,'tid':7,'ts':10,'dur':20,'args':{'External id':4,"
                        + "'device':1,'context':1,'stream':7,'correlation':77,'grid':[2,1,1]}}",
                "{'ph':'f','bp':'e','cat':'ac2g','id':77,'pid':1,'tid':7,'ts':10}",
                "{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce','pid':1,'tid':20,'ts':10,'dur':20,'args':{}}",
                "{'ph':'X','cat':'gpu_memcpy','name':'Memcpy HtoD','pid':1,'tid':7,'ts':30,'dur':2,'args':{}}",
                "{'ph':'X','cat':'gpu_memset','name':'Memset','pid':1,'tid':7,'ts':32,'dur':2,'args':{}}",
                "{'ph':'X','cat':'gpu_user_annotation','name':'ProfilerStep#5','pid':1,'tid':7,'ts':9,'dur':30}",
                "{'ph':'X','cat':'cuda_profiler_range','name':'__profile__','pid':1,'tid':0,'ts':9,'dur':30,"
                        + "'args':{'dram__bytes_read.sum':5.5}}",
                "{'ph':'X','cat':'overhead','name':'Buffer Request','pid':-1,'tid':0,'ts':1,'dur':2}");

        Track stream = trace.tracks().get(2);
        assertThat(stream.device()).contains(Device.cuda(1));
        assertThat(stream.stream()).isEqualTo(7);
        assertThat(trace.events().stream().map(event -> event.name() + " " + event.kind()))
                .containsExactly(
                        "aten::mm SCOPE",
                        "cudaLaunchKernel RUNTIME",
                        "Buffer Request PROFILER",
                        "ProfilerStep#5 SCOPE",
                        "gemm KERNEL",
                        "Memcpy HtoD MEMORY_COPY",
                        "Memset MEMORY_SET",
                        "ncclDevKernel_AllReduce COMMUNICATION",
                        "__profile__ PROFILER");
        assertThat(trace.tracks().get(4).device()).contains(Device.cuda(1));
        assertThat(trace.tracks().get(4).arguments(0)).containsOnly(entry("dram__bytes_read.sum", 5.5));
        assertThat(trace.steps()).isEmpty();
        assertThat(stream.correlation(1)).isEqualTo(77);
        assertThat(stream.arguments(1)).containsOnly(entry("context", 1L), entry("grid", "[2,1,1]"));
        assertThat(KeyAverages.of(trace).get("aten::mm").orElseThrow().device().totalNanos())
                .isEqualTo(20_000);
        assertThat(trace.process()).isEqualTo(new ProcessInfo(9, "", ""));
    }

    @Test
    void workOfMtia_isOnStreamsWithItsLaunch() throws IOException {
        Trace trace = read(
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':9,'ts':0,'dur':5,'args':{'External id':4}}",
                "{'ph':'X','cat':'mtia_runtime','name':'runFunction','pid':9,'tid':9,'ts':1,'dur':1,"
                        + "'args':{'External id':4,'correlation':77}}",
                "{'ph':'X','cat':'mtia_ccp_events','name':'matmul','pid':1,'tid':7,'ts':10,'dur':20,"
                        + "'args':{'correlation':77}}");

        assertThat(trace.events().stream().map(event -> event.name() + " " + event.kind()))
                .containsExactly("aten::mm SCOPE", "runFunction RUNTIME", "matmul KERNEL");
        assertThat(trace.tracks().get(1).device()).contains(Device.cuda(1));
        assertThat(KeyAverages.of(trace).get("aten::mm").orElseThrow().device().totalNanos())
                .isEqualTo(20_000);
    }

    @Test
    void functionsAndModulesOfPython_areScopesAndModules() throws IOException {
        Trace trace = read(
                "{'ph':'X','cat':'python_function','name':'nn.Module: Linear_1','pid':9,'tid':9,'ts':0,'dur':9,"
                        + "'args':{'Python module id':1,'Python id':3,'Python parent id':null,'Ev Idx':0}}",
                "{'ph':'X','cat':'python_function','name':'a/b.py(3): f','pid':9,'tid':9,'ts':1,'dur':5,"
                        + "'args':{'Python id':4,'Python parent id':3}}",
                "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':9,'ts':2,'dur':2,"
                        + "'args':{'Call stack':'a/b.py(3): f;<built-in method run>;c.py: <module>'}}",
                "{'ph':'X','cat':'user_annotation','name':'enumerate(DataLoader)#It.__next__','pid':9,'tid':9,"
                        + "'ts':20,'dur':2}",
                "{'ph':'X','cat':'cpu_op','name':'gloo:all_reduce','pid':9,'tid':9,'ts':30,'dur':2}");

        assertThat(trace.events())
                .extracting(TraceEvent::kind)
                .containsExactly(
                        EventKind.MODULE,
                        EventKind.SCOPE,
                        EventKind.SCOPE,
                        EventKind.DATA_LOADER,
                        EventKind.COMMUNICATION);
        assertThat(trace.events().get(0).name()).isEqualTo("Linear_1");
        assertThat(trace.moduleType(trace.tracks().get(0).nameId(0))).isEqualTo("Linear");
        assertThat(trace.events().get(0).arguments()).isEmpty();
        assertThat(trace.events().get(2).stack())
                .containsExactly(
                        new StackTraceElement("b", "f", "a/b.py", 3),
                        new StackTraceElement("", "<built-in method run>", null, -1),
                        new StackTraceElement("c", "<module>", "c.py", -1));
    }

    @Test
    void collectives_ofGloo_areCommunicationAlsoAsAnnotations() throws IOException {
        Trace trace = read(
                "{'ph':'X','cat':'user_annotation','name':'gloo:all_reduce','pid':9,'tid':10,'ts':0,'dur':9}",
                "{'ph':'X','cat':'user_annotation','name':'nccl:all_reduce','pid':9,'tid':9,'ts':1,'dur':1}");

        assertThat(trace.events())
                .extracting(TraceEvent::kind)
                .containsExactly(EventKind.COMMUNICATION, EventKind.SCOPE);
    }

    @Test
    void inputs_ofEveryType_areOperands() throws IOException {
        Trace trace = read("{'ph':'X','cat':'cpu_op','name':'op','pid':9,'tid':9,'ts':0,'dur':9,'args':{"
                + "'Input type':['float','TensorList','Scalar','ScalarList','','c10::BFloat16','Device','new type'],"
                + "'Input Dims':[[2,3],[[4],[5,6]],[],[],[],[],[],[7]],"
                + "'Concrete Inputs':['','','0.5','[1, 2]','','','cpu','']}}");

        assertThat(trace.events().get(0).signature().orElseThrow().inputs())
                .containsExactly(
                        Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)),
                        Operand.tensors(ElementType.UNKNOWN, List.of(Dims.of(4), Dims.of(5, 6))),
                        Operand.scalar("0.5"),
                        Operand.scalars(1, 2),
                        Operand.ABSENT,
                        Operand.tensor(ElementType.BFLOAT16, Dims.SCALAR),
                        Operand.other("cpu"),
                        Operand.tensor(ElementType.UNKNOWN, Dims.of(7)));
    }

    @Test
    void memory_ofDevices_isThatOfTheTrace() throws IOException {
        ImportedTrace read = ChromeFile.read(
                dir,
                ChromeFile.document(
                        "{'ph':'i','s':'t','cat':'cpu_instant_event','name':'[memory]','pid':9,'tid':9,'ts':1,'args':"
                                + "{'Addr':16,'Bytes':64,'Total Allocated':64,'Total Reserved':128,'Device Type':1,"
                                + "'Device Id':2,'finished':false}}",
                        "{'ph':'X','dur':0,'cat':'cpu_instant_event','name':'[memory]','pid':9,'tid':9,'ts':2,'args':"
                                + "{'Addr':16,'Bytes':-64,'Device Type':1,'Device Id':2}}",
                        "{'ph':'i','s':'t','name':'[OutOfMemory]','pid':9,'tid':9,'ts':3,'args':{'Bytes':5}}",
                        "{'ph':'i','s':'t','name':'[memory]','pid':9,'tid':9,'ts':4,'args':{'Bytes':5,'Device Type':20}}",
                        // As with ROCm.
                        "{'ph':'i','s':'t','name':'[memory]','pid':9,'tid':9,'ts':5,'args':"
                                + "{'Bytes':7,'Device Type':6,'Device Id':1}}"));

        Trace trace = read.trace();
        assertThat(trace.memory().size()).isEqualTo(4);
        assertThat(trace.memory().device(3)).isEqualTo(Device.cuda(1));
        assertThat(trace.memory().action(1)).isEqualTo(MemoryAction.FREE);
        assertThat(trace.memory().action(2)).isEqualTo(MemoryAction.OUT_OF_MEMORY);
        assertThat(trace.memory().device(0)).isEqualTo(Device.cuda(2));
        assertThat(trace.memory().totalReserved(0)).isEqualTo(128);
        assertThat(trace.memory().trackId(0)).isEqualTo(9);
        assertThat(read.missing())
                .containsExactly("not taken: 1 memory events of devices that are neither the processor nor a GPU");
    }
}
