package io.stepprofiler.ledger;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Collective;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Launch;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages of ledgers read with protobuf's own parser, by the schema as protoc compiled it. */
class LedgerSchemaTest {
    private static FileDescriptor schema;

    @BeforeAll
    static void readSchema() throws Exception {
        FileDescriptorSet compiled = FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of("target/averages.desc")));
        Map<String, FileDescriptorProto> files =
                compiled.getFileList().stream().collect(toMap(FileDescriptorProto::getName, identity()));
        schema = FileDescriptor.buildFrom(files.get("steps.proto"), new FileDescriptor[0]);
    }

    private static DynamicMessage message(String name, WireWriter bytes) throws IOException {
        Descriptor type = schema.findMessageTypeByName(name);
        DynamicMessage message = DynamicMessage.parseFrom(type, bytes.toByteArray());
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        return message;
    }

    private static Object field(DynamicMessage message, String name) {
        return message.getField(message.getDescriptorForType().findFieldByName(name));
    }

    private static DynamicMessage only(DynamicMessage message, String name) {
        return (DynamicMessage) ((List<?>) field(message, name)).get(0);
    }

    private static List<String> names(String type, String prefix) {
        EnumDescriptor schemas = schema.findEnumTypeByName(type);
        return schemas.getValues().stream()
                .map(EnumValueDescriptor::getName)
                .map(name -> name.substring(prefix.length()))
                .toList();
    }

    @Test
    void enums_haveTheNumbersOfTheSchema() {
        assertThat(Arrays.stream(StepValue.values()).map(Enum::name))
                .containsExactlyElementsOf(names("Value", "VALUE_"));
        assertThat(Arrays.stream(StepFlag.values()).map(Enum::name)).containsExactlyElementsOf(names("Flag", "FLAG_"));
        assertThat(Arrays.stream(Collective.values()).map(Enum::name))
                .containsExactlyElementsOf(names("Kind", "KIND_"));
        assertThat(Arrays.stream(Parallelism.values()).map(Enum::name))
                .containsExactlyElementsOf(names("Parallelism", "PARALLELISM_"));
    }

    @Test
    void head_isOfTheSchema() throws IOException {
        LedgerRun run = LedgerRun.ofThisProcess(
                "a",
                new Environment(
                        "OpenJDK 64-Bit Server VM 17",
                        "17.0.12",
                        "Linux 6.1 amd64",
                        "G1",
                        1 << 28,
                        1L << 32,
                        4,
                        new Environment.Limits(16, OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty()),
                        List.of(),
                        Map.of("UseNUMA", "false"),
                        Map.of("DJL", "0.36.0")),
                new Launch("Train", "Train --epochs 3", ""),
                Optional.of(new DistributedInfo(3, 8, "", "")),
                JobPlace.UNKNOWN.job("llm").label("rack", "r7").position(Parallelism.PIPELINE, 2));
        WireWriter out = new WireWriter();
        RunCodec.write(run, out);

        DynamicMessage head = message("Head", out);

        assertThat(field(head, "run_id")).isEqualTo(run.runId());
        assertThat(field(head, "main_class")).isEqualTo(run.mainClass());
        assertThat(field(head, "collector")).isEqualTo(run.machine().collector());
        assertThat(field((DynamicMessage) field(head, "worker"), "rank")).isEqualTo(3);
        assertThat(field(head, "job")).isEqualTo("llm");
        assertThat(field(only(head, "labels"), "value")).isEqualTo("r7");
        assertThat(field(only(head, "positions"), "parallelism")).hasToString("PARALLELISM_PIPELINE");
        assertThat(field(only(head, "positions"), "position")).isEqualTo(2);
        assertThat((List<?>) field(head, "versions"))
                .hasSize(run.machine().versions().size());
        assertThat((List<?>) field(head, "flags")).hasSize(run.machine().flags().size());
        assertThat(field((DynamicMessage) field(head, "start"), "epoch_nanos"))
                .isEqualTo(run.start().epochNanos());
    }

    @Test
    void steps_areOfTheSchema() throws IOException {
        StepRows rows = new RandomRows(new Random(1)).add(20).rows;
        rows.addPooled(rows, 0, 1);
        WireWriter out = new WireWriter();
        RowsCodec.write(new RowsCodec.Block(new ClockAnchor(5, 6), 7, 8, true, rows), out);

        DynamicMessage steps = message("Steps", out);

        assertThat(field(steps, "rows")).isEqualTo(21);
        assertThat((List<?>) field(steps, "duration")).hasSize(21).first().isEqualTo(rows.durations.get(0));
        assertThat((List<?>) field(steps, "values")).hasSize(StepValue.values().length);
        assertThat((List<?>) field(steps, "more_steps")).hasSize(21).last().isEqualTo(1L);
        assertThat(field((DynamicMessage) field(steps, "losses"), "overwritten_steps"))
                .isEqualTo(7L);
        assertThat(field(steps, "ended")).isEqualTo(true);
    }

    @Test
    void collectives_areOfTheSchema() throws IOException {
        RandomSyncs all = new RandomSyncs(new Random(1));
        StepSyncs syncs = all.next(20);
        WireWriter out = new WireWriter();
        SyncsCodec.write(new SyncsCodec.Block(5, 6, syncs), out);

        DynamicMessage message = message("Syncs", out);

        assertThat(field(message, "overwritten")).isEqualTo(5L);
        assertThat(field(message, "dropped")).isEqualTo(6L);
        assertThat(field(message, "rows")).isEqualTo(20);
        assertThat((List<?>) field(message, "groups")).hasSameSizeAs(syncs.groups());
        assertThat(field(only(message, "groups"), "name"))
                .isEqualTo(syncs.group(0).name());
        assertThat((List<?>) field(message, "step")).hasSize(20).first().isEqualTo(syncs.step(0));
        assertThat((List<?>) field(message, "arrival")).first().isEqualTo(syncs.arrivalNanos(0));
        assertThat((List<?>) field(message, "duration")).last().isEqualTo(syncs.endNanos(19) - syncs.arrivalNanos(19));
    }
}
