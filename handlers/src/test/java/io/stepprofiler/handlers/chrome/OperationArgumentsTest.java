package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class OperationArgumentsTest {
    private static final Operand MATRIX = Operand.tensor(ElementType.FLOAT, Dims.of(64, 784));

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    @Test
    void inputs_ofEveryKind_areWrittenAsTorchDoes() {
        Operand list = Operand.tensors(ElementType.FLOAT, List.of(Dims.of(2, 3), Dims.SCALAR))
                .withStrides(Dims.of(3, 1), Dims.SCALAR);
        JsonNode args = args(OpSignature.of(
                MATRIX.withStrides(Dims.of(784, 1)),
                list,
                Operand.scalar("0.5"),
                Operand.scalars(1, 2),
                Operand.ABSENT,
                Operand.other("sum")));

        assertThat(args.path("Input Dims")).isEqualTo(json("[[64,784],[[2,3],[]],[],[],[],[]]"));
        assertThat(args.path("Input Strides")).isEqualTo(json("[[784,1],[[3,1],[]],[],[],[],[]]"));
        assertThat(args.path("Input type")).isEqualTo(json("""
                ["float", "TensorList", "Scalar", "ScalarList", "", ""]"""));
        assertThat(args.path("Concrete Inputs")).isEqualTo(json("""
                ["", "", "0.5", "[1, 2]", "", "sum"]"""));
    }

    @Test
    void strides_ofSomeOperandsOnly_areEmptyForTheOthers() {
        JsonNode args = args(OpSignature.of(MATRIX, MATRIX.withStrides(Dims.of(1, 64))));

        assertThat(args.path("Input Strides")).isEqualTo(json("[[],[1,64]]"));
    }

    @Test
    void strides_ofNoOperand_areLeftOut() {
        JsonNode args = args(OpSignature.of(MATRIX, Operand.scalar("1")));

        assertThat(args.has("Input Strides")).isFalse();
        assertThat(args.path("Input Dims")).isEqualTo(json("[[64,784],[]]"));
    }

    @Test
    void signature_withOverloadAndFlopsOnly_hasNoInputs() {
        JsonNode args = args(new OpSignature("Tensor\"\\\n\ud800", List.of(), List.of(), 1003520));

        assertThat(args.path("Overload Name").textValue()).isEqualTo("Tensor\"\\\n\ufffd");
        assertThat(args.path("FLOPs").longValue()).isEqualTo(1003520);
        assertThat(args.has("Input Dims")).isFalse();
        assertThat(args.has("Concrete Inputs")).isFalse();
    }

    @Test
    void flops_thatNobodyStated_areLeftOut() {
        JsonNode args = args(OpSignature.of(MATRIX));

        assertThat(args.has("FLOPs")).isFalse();
        assertThat(args.has("Overload Name")).isFalse();
    }

    @Test
    void concreteInput_hostile_isKept() {
        String text = "\"]}, \\ \u0000\u007f\u2028 \ud83d\ude00 </script> ä";

        assertThat(args(OpSignature.of(Operand.other(text)))
                        .path("Concrete Inputs")
                        .path(0)
                        .textValue())
                .isEqualTo(text);
    }

    @Test
    void shape_ofTenThousandDimensions_isWhole() {
        long[] extents = LongStream.range(0, 10_000).toArray();

        JsonNode args = args(OpSignature.of(Operand.tensor(ElementType.INT64, Dims.of(extents))));

        assertThat(longs(args.path("Input Dims").path(0))).containsExactly(extents);
        assertThat(args.path("Input type")).isEqualTo(json("[\"long int\"]"));
    }

    @Test
    void listOfTensors_communicated_isWrittenOneByOne() {
        int name = builder.nameId("gloo:all_gather", EventKind.COMMUNICATION, "");
        Operand list = Operand.tensors(ElementType.FLOAT, List.of(Dims.of(10, 10), Dims.of(50)))
                .withStrides(Dims.of(10, 1));

        JsonNode args = args(name, OpSignature.of(list, Operand.scalar("0")));

        assertThat(args.path("Input Dims")).isEqualTo(json("[[10,10],[50],[]]"));
        assertThat(args.path("Input Strides")).isEqualTo(json("[[10,1],[],[]]"));
        assertThat(args.path("Input type")).isEqualTo(json("[\"float\",\"float\",\"Scalar\"]"));
    }

    @Test
    void signature_ofOperationAndCollective_isWrittenForEach() {
        int signature = builder.signatureId(
                OpSignature.of(Operand.tensors(ElementType.FLOAT, List.of(Dims.of(2), Dims.of(3)))));
        int collective = main.add(builder.nameId("nccl:all_reduce"), 0, 10);
        int operation = main.add(builder.nameId("aten::cat"), 20, 10);
        main.signature(collective, signature).signature(operation, signature);

        Exported file = Exported.json(builder.build());

        assertThat(file.scopes().get(0).args().path("Input Dims")).isEqualTo(json("[[2],[3]]"));
        assertThat(file.scopes().get(1).args().path("Input Dims")).isEqualTo(json("[[[2],[3]]]"));
    }

    @Test
    void sequenceNumber_ofForwardAndBackward_namesTheThreadAsWritten() {
        TrackBuilder lane = builder.lane("autograd");
        int forward = main.add(builder.nameId("aten::mm"), 0, 10);
        main.sequence(forward, 7, -1);
        int backward = lane.add(builder.nameId("MmBackward0"), 20, 10);
        lane.sequence(backward, 7, 1);
        TrackBuilder other = builder.thread(9, "other");
        long laneId = 1L << 40;
        other.sequence(other.add(builder.nameId("again"), 40, 10), 8, laneId);

        List<Exported.Slice> slices = Exported.json(builder.build()).slices();
        Exported.Slice onLane = named(slices, "MmBackward0");

        assertThat(named(slices, "aten::mm").args().path("Sequence number").longValue())
                .isEqualTo(7);
        assertThat(named(slices, "aten::mm").args().path("Fwd thread id").longValue())
                .isZero();
        assertThat(onLane.args().path("Sequence number").longValue()).isEqualTo(7);
        assertThat(onLane.args().path("Fwd thread id").longValue()).isEqualTo(1);
        assertThat(named(slices, "again").args().path("Fwd thread id").longValue())
                .isEqualTo(onLane.tid());
    }

    @Test
    void sequenceNumber_ofPlainScopes_isLeftOut() {
        main.add(builder.nameId("a"), 0, 10);
        int b = main.add(builder.nameId("b"), 20, 10);
        main.sequence(b, 0, -1).correlation(b, 0);

        List<Exported.Slice> slices = Exported.json(builder.build()).slices();

        assertThat(named(slices, "a").args().has("Sequence number")).isFalse();
        assertThat(named(slices, "a").args().has("correlation")).isFalse();
        assertThat(named(slices, "b").args().path("Sequence number").longValue())
                .isZero();
        assertThat(named(slices, "b").args().path("correlation").longValue()).isZero();
    }

    @Test
    void operations_random_areReadBack() {
        for (long seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            TraceBuilder any = new TraceBuilder();
            TrackBuilder track = any.thread(1, "main");
            List<OpSignature> expected = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                OpSignature signature = signature(random);
                expected.add(signature);
                int event = track.add(any.nameId("op" + random.nextInt(3)), 10L * i, 10);
                track.signature(event, any.signatureId(signature));
            }
            List<Exported.Slice> slices = Exported.json(any.build()).slices();
            for (int i = 0; i < expected.size(); i++) {
                assertInputs(slices.get(i).args(), expected.get(i).inputs());
            }
        }
    }

    private static void assertInputs(JsonNode args, List<Operand> inputs) {
        assertThat(args.path("Input Dims")).hasSize(inputs.size());
        for (int i = 0; i < inputs.size(); i++) {
            Operand input = inputs.get(i);
            JsonNode dims = args.path("Input Dims").path(i);
            if (input.kind() == Operand.Kind.TENSOR_LIST) {
                assertThat(dims).hasSize(input.dims().size());
                for (int k = 0; k < input.dims().size(); k++) {
                    assertThat(longs(dims.path(k)))
                            .containsExactly(input.dims().get(k).toArray());
                }
            } else {
                Dims own = input.dims().isEmpty() ? Dims.SCALAR : input.dims().get(0);
                assertThat(longs(dims)).containsExactly(own.toArray());
            }
            assertThat(args.path("Concrete Inputs").path(i).textValue()).isEqualTo(input.text());
            assertThat(args.path("Input type").path(i).textValue()).isEqualTo(input.torchType());
        }
    }

    private static OpSignature signature(Random random) {
        Operand[] inputs = new Operand[random.nextInt(4)];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = switch (random.nextInt(4)) {
                case 0 -> Operand.tensor(ElementType.DOUBLE, dims(random));
                case 1 -> Operand.tensors(ElementType.BOOL, List.of(dims(random), dims(random)));
                case 2 -> Operand.scalar(Double.toString(random.nextGaussian()));
                default -> Operand.scalars(random.nextLong(), -1);
            };
        }
        return OpSignature.of(inputs);
    }

    private static Dims dims(Random random) {
        return Dims.of(random.longs(random.nextInt(5)).toArray());
    }

    private JsonNode args(OpSignature signature) {
        return args(builder.nameId("aten::op"), signature);
    }

    private JsonNode args(int nameId, OpSignature signature) {
        main.signature(main.add(nameId, 0, 10), builder.signatureId(signature));
        return Exported.json(builder.build()).slices().get(0).args();
    }

    private static Exported.Slice named(List<Exported.Slice> slices, String name) {
        return slices.stream()
                .filter(slice -> slice.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long[] longs(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToLong(JsonNode::longValue)
                .toArray();
    }

    private static JsonNode json(String text) {
        return Exported.read(text).root();
    }
}
