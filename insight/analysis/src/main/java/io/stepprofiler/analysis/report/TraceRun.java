package io.stepprofiler.analysis.report;

import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Launch;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The run of a trace, as the head of a step ledger. */
public final class TraceRun {
    /** Groups by their descriptions: of torch's {@code DeviceMesh}, and of Megatron. */
    private static final Map<String, Parallelism> GROUPS = Map.of(
            "mesh_pp", Parallelism.PIPELINE,
            "PIPELINE_MODEL_PARALLEL_GROUP", Parallelism.PIPELINE,
            "mesh_dp", Parallelism.DATA,
            "DATA_PARALLEL_GROUP", Parallelism.DATA,
            "mesh_tp", Parallelism.TENSOR,
            "TENSOR_MODEL_PARALLEL_GROUP", Parallelism.TENSOR,
            "mesh_ep", Parallelism.EXPERT,
            "EXPERT_MODEL_PARALLEL_GROUP", Parallelism.EXPERT);

    private TraceRun() {}

    /**
     * {@return the known parts of the run of a trace} Positions are known if a group of the worker has the
     * description that torch's {@code DeviceMesh} or Megatron gives it: the place of the worker in the group.
     *
     * @param trace the trace
     */
    public static LedgerRun of(Trace trace) {
        Optional<DistributedInfo> worker = trace.distributedInfo();
        Optional<Launch> launch = Launch.of(trace);
        Optional<Environment> environment = Environment.of(trace);
        return new LedgerRun(
                trace.id(),
                "",
                launch.map(Launch::name).orElse(""),
                launch.map(Launch::command).orElse(""),
                trace.process(),
                trace.start(),
                environment.map(TraceRun::machine).orElse(LedgerRun.Machine.UNKNOWN),
                worker.map(info -> OptionalInt.of(info.rank())).orElse(OptionalInt.empty()),
                worker.map(DistributedInfo::worldSize).orElse(0),
                worker.map(TraceRun::place).orElse(JobPlace.UNKNOWN));
    }

    private static LedgerRun.Machine machine(Environment environment) {
        return new LedgerRun.Machine(
                environment.virtualMachine(),
                environment.collector(),
                environment.maxHeapBytes(),
                environment.processors(),
                environment.frameworks(),
                environment.flags());
    }

    private static JobPlace place(DistributedInfo worker) {
        JobPlace place = JobPlace.UNKNOWN;
        for (ProcessGroup group : worker.groups()) {
            Parallelism parallelism = GROUPS.get(group.description());
            int position = group.ranks().indexOf(worker.rank());
            if (parallelism != null && position >= 0) {
                place = place.position(parallelism, position);
            }
        }
        return place;
    }
}
