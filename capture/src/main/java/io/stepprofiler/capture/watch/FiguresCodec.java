package io.stepprofiler.capture.watch;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveJob;
import io.stepprofiler.capture.live.LiveMachine;
import io.stepprofiler.capture.live.LiveSteps;
import io.stepprofiler.capture.live.StepSample;
import io.stepprofiler.capture.live.StepSample.Operation;
import io.stepprofiler.capture.live.StepSample.Part;
import io.stepprofiler.capture.proto.v1.Figures;
import io.stepprofiler.capture.proto.v1.Job;
import io.stepprofiler.capture.proto.v1.MachineFigures;
import io.stepprofiler.capture.proto.v1.StepFigures;
import java.util.Optional;

/** Figures as messages of the service, and back. */
public final class FiguresCodec {
    private FiguresCodec() {}

    /** {@return the message of some figures}
     *
     * @param figures the figures
     */
    public static Figures encode(LiveFigures figures) {
        Figures.Builder message = Figures.newBuilder()
                .setEpochMs(figures.epochMillis())
                .setJob(Job.newBuilder()
                        .setHost(figures.job().host())
                        .setPid(figures.job().pid())
                        .setProgram(figures.job().program())
                        .setUptimeMs(figures.job().uptimeMillis())
                        .setState(figures.job().state()))
                .setSteps(StepFigures.newBuilder()
                        .setCount(figures.steps().count())
                        .setLast(figures.steps().last())
                        .setPerSecond(figures.steps().perSecond())
                        .setSinceNs(figures.steps().sinceNanos())
                        .addAllRecentNs(figures.steps().recentNanos()))
                .setMachine(encode(figures.machine()))
                .setNote(figures.note());
        figures.sample().ifPresent(sample -> message.setSample(encode(sample)));
        return message.build();
    }

    private static MachineFigures encode(LiveMachine machine) {
        return MachineFigures.newBuilder()
                .setCores(machine.cores())
                .setProcessors(machine.processors())
                .setMachineCores(machine.machineCores())
                .setHeapBytes(machine.heapBytes())
                .setHeapMaxBytes(machine.heapMaxBytes())
                .setResidentBytes(machine.residentBytes())
                .setCollections(machine.collections())
                .setCollectionMs(machine.collectionMillis())
                .build();
    }

    private static io.stepprofiler.capture.proto.v1.StepSample encode(StepSample sample) {
        io.stepprofiler.capture.proto.v1.StepSample.Builder message =
                io.stepprofiler.capture.proto.v1.StepSample.newBuilder()
                        .setFirstStep(sample.firstStep())
                        .setSteps(sample.steps())
                        .setStepNs(sample.stepNanos())
                        .setCpuNs(sample.cpuNanos())
                        .setBegun(sample.begun())
                        .setLost(sample.lost())
                        .setTakenMs(sample.takenMillis());
        sample.parts()
                .forEach(part -> message.addPartsBuilder()
                        .setName(part.name())
                        .setCategory(part.category())
                        .setStepNs(part.stepNanos()));
        sample.operations()
                .forEach(each -> message.addOperationsBuilder()
                        .setName(each.name())
                        .setKind(each.kind())
                        .setCalls(each.calls())
                        .setSelfNs(each.selfNanos()));
        return message.build();
    }

    /**
     * {@return the figures of a message; what it does not have is empty or 0}
     *
     * @param message the message
     */
    public static LiveFigures decode(Figures message) {
        Job job = message.getJob();
        StepFigures steps = message.getSteps();
        MachineFigures machine = message.getMachine();
        return new LiveFigures(
                message.getEpochMs(),
                new LiveJob(job.getHost(), job.getPid(), job.getProgram(), job.getUptimeMs(), job.getState()),
                new LiveSteps(
                        steps.getCount(),
                        steps.getLast(),
                        steps.getPerSecond(),
                        steps.getRecentNsList(),
                        steps.getSinceNs()),
                new LiveMachine(
                        machine.getCores(),
                        machine.getProcessors(),
                        machine.getMachineCores(),
                        machine.getHeapBytes(),
                        machine.getHeapMaxBytes(),
                        machine.getResidentBytes(),
                        machine.getCollections(),
                        machine.getCollectionMs()),
                message.hasSample() ? Optional.of(decode(message.getSample())) : Optional.empty(),
                message.getNote());
    }

    private static StepSample decode(io.stepprofiler.capture.proto.v1.StepSample sample) {
        return new StepSample(
                sample.getFirstStep(),
                sample.getSteps(),
                sample.getStepNs(),
                sample.getCpuNs(),
                sample.getPartsList().stream()
                        .map(part -> new Part(part.getName(), part.getCategory(), part.getStepNs()))
                        .toList(),
                sample.getOperationsList().stream()
                        .map(each -> new Operation(each.getName(), each.getKind(), each.getCalls(), each.getSelfNs()))
                        .toList(),
                sample.getBegun(),
                sample.getLost(),
                sample.getTakenMs());
    }
}
