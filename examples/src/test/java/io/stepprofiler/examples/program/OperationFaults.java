package io.stepprofiler.examples.program;

import static org.bytedeco.pytorch.global.torch.manual_seed;
import static org.bytedeco.pytorch.global.torch.mse_loss;
import static org.bytedeco.pytorch.global.torch.randn;
import static org.bytedeco.pytorch.global.torch.relu;
import static org.bytedeco.pytorch.global.torch.set_num_threads;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.report.faces.SummaryFile;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.BatchNorm2dImpl;
import org.bytedeco.pytorch.BatchNormOptions;
import org.bytedeco.pytorch.Conv2dImpl;
import org.bytedeco.pytorch.Conv2dOptions;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Trainings with JavaCPP's presets for PyTorch, each with one fault in its operations, or none. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
public final class OperationFaults {
    /** Trainings by the fault that they have. */
    public enum Fault {
        /** No fault. */
        NONE,
        /** Gradients are filled with zeros. */
        ZEROED,
        /** A small layer has its parameters updated one by one, by an optimizer with many operations. */
        PER_PARAMETER,
        /** Rows are multiplied one by one. */
        LOOP,
        /** Batches are converted in each step. */
        COPIES,
        /** The loss is read all the time. */
        READS,
        /** Each batch has another width, of twelve. */
        SHAPES
    }

    private static final int STEPS = 5;
    private static final int STEPS_OF_SHAPES = 36;
    private static final int SHAPES = 12;
    private static final int ROWS = 256;
    private static final int COLUMNS = 256;
    private static final int SMALL = 8;
    private static final int LAYERS = 12;

    private OperationFaults() {}

    /**
     * Writes a summary of each training.
     *
     * @param args the directory
     * @throws IOException if a summary cannot be written
     */
    public static void main(String[] args) throws IOException {
        set_num_threads(1);
        for (Fault fault : Fault.values()) {
            manual_seed(1);
            try (PointerScope ignored = new PointerScope()) {
                Path file = Path.of(args[0], fault + ".json");
                Files.writeString(file, SummaryFile.json(StepReport.of(record(fault))));
            }
        }
    }

    private static Trace record(Fault fault) {
        boolean areShapes = fault == Fault.SHAPES;
        int steps = areShapes ? STEPS_OF_SHAPES : STEPS;
        IntConsumer training = areShapes ? convolution() : layers(fault);
        AtomicReference<Trace> window = new AtomicReference<>();
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(steps).repeat(1).build())
                .recordShapes(true)
                .source(TorchSource.create())
                .synchronousDelivery(true)
                .onTraceReady(window::set)
                .start();
        try (profile) {
            for (int step = 0; step <= steps; step++) {
                try (PointerScope ignored = new PointerScope()) {
                    training.accept(step);
                }
                profile.step();
            }
        }
        return window.get();
    }

    private static final class Layers extends Module {
        private final List<LinearImpl> all = new ArrayList<>();

        Layers(int count, int units) {
            super("layers");
            for (int i = 0; i < count; i++) {
                all.add(register_module("layer" + i, new LinearImpl(units, units)));
            }
        }

        Tensor forward(Tensor input) {
            Tensor output = input;
            for (LinearImpl layer : all) {
                output = relu(layer.forward(output));
            }
            return output;
        }
    }

    /**
     * Dense layers: two of them, or where operations of the optimizer shall be short, many small ones; where gradients
     * shall be large beside the computation, of one sample.
     */
    private static IntConsumer layers(Fault fault) {
        boolean areSmall = fault == Fault.PER_PARAMETER;
        int units = areSmall ? SMALL : COLUMNS;
        int rows = fault == Fault.ZEROED ? 1 : areSmall ? SMALL : ROWS;
        Layers network = new Layers(areSmall ? LAYERS : fault == Fault.ZEROED ? 4 : 2, units);
        Optimizer optimizer = fault == Fault.ZEROED
                ? new SGD(network.parameters(), new SGDOptions(0.01))
                : new Adam(network.parameters());
        Tensor input = randn(rows, units);
        Tensor expected = randn(rows, units);
        return step -> {
            optimizer.zero_grad(fault != Fault.ZEROED);
            Tensor loss;
            try (Scope ignored = Scope.open("forward")) {
                Tensor batch = fault == Fault.COPIES ? converted(input) : input;
                Tensor output = network.forward(batch);
                loss = mse_loss(fault == Fault.LOOP ? scaled(output) : output, expected);
            }
            try (Scope ignored = Scope.open("backward")) {
                loss.backward();
            }
            try (Scope ignored = Scope.open("optimizer")) {
                optimizer.step();
            }
            for (int i = 0; i < (fault == Fault.READS ? 30 : 1); i++) {
                loss.item_float();
            }
        };
    }

    /** So often that no other operation takes long beside it, whatever else the machine does. */
    private static Tensor converted(Tensor batch) {
        Tensor result = batch;
        for (int i = 0; i < 600; i++) {
            result = result.to(ScalarType.Double).to(ScalarType.Float);
        }
        return result;
    }

    /** Each row by its sum. */
    private static Tensor scaled(Tensor all) {
        TensorVector rows = new TensorVector();
        for (int i = 0; i < ROWS; i++) {
            Tensor row = all.select(0, i);
            rows.push_back(row.mul(row.sum()));
        }
        return org.bytedeco.pytorch.global.torch.stack(rows);
    }

    private static IntConsumer convolution() {
        Conv2dOptions options = new Conv2dOptions(3, 16, new LongPointer(3, 3));
        options.bias().put(false);
        Conv2dImpl convolution = new Conv2dImpl(options);
        BatchNorm2dImpl norm = new BatchNorm2dImpl(new BatchNormOptions(16));
        List<Tensor> batches = new ArrayList<>();
        for (int i = 0; i < SHAPES; i++) {
            batches.add(randn(2, 3, 16, 16 + i));
        }
        return step -> {
            try (Scope ignored = Scope.open("forward")) {
                Tensor output = norm.forward(convolution.forward(batches.get(step % SHAPES)));
                output.sum().backward();
            }
        };
    }
}
