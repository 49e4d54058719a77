package io.stepprofiler.analysis.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Function profiles as bytes: read back, and damaged. */
class FunctionsWireTest {
    private static FunctionProfiles random(int seed) {
        Random random = new Random(seed);
        FunctionSelector selector = random.nextBoolean()
                ? FunctionSelector.FUNCTIONS
                : FunctionSelector.named("phase", "f").shared("all");
        FunctionProfiles profiles = new FunctionProfiles(selector, random.nextBoolean(), 1 + random.nextInt(30));
        for (int i = random.nextInt(4); i > 0; i--) {
            profiles.add(RandomCalls.of(random));
        }
        return profiles;
    }

    @Test
    void parseFrom_itsOwnBytes_hasTheSameProfiles() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            FunctionProfiles profiles = random(seed);
            FunctionProfiles read = FunctionProfiles.parseFrom(profiles.toByteArray());
            assertThat(read.functions()).as("seed %d", seed).isEqualTo(profiles.functions());
            assertThat(read.sum("all")).isEqualTo(profiles.sum("all"));
            assertThat(read.traces()).isEqualTo(profiles.traces());
            assertThat(read.selector()).isEqualTo(profiles.selector());
            assertThat(read.toByteArray()).isEqualTo(profiles.toByteArray());
        }
    }

    @Test
    void add_toReadProfiles_goesOn() throws IOException {
        FunctionProfiles profiles = random(3);
        FunctionProfiles read = FunctionProfiles.parseFrom(profiles.toByteArray());
        profiles.add(RandomCalls.of(new Random(7)));
        read.add(RandomCalls.of(new Random(7)));
        assertThat(read.functions()).isEqualTo(profiles.functions());
    }

    @Test
    void parseFrom_somethingElse_saysSo() {
        assertThatThrownBy(() -> FunctionProfiles.parseFrom("hello".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> FunctionProfiles.parseFrom(new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Not function profiles");
    }

    @Test
    void parseFrom_cutOrChangedBytes_readsOrFailsWithAnIOException() {
        byte[] whole = random(5).toByteArray();
        for (int length = 0; length < whole.length; length++) {
            readOrFail(Arrays.copyOf(whole, length));
        }
        Random random = new Random(1);
        for (int i = 0; i < 3000; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            readOrFail(changed);
        }
    }

    private static void readOrFail(byte[] bytes) {
        try {
            assertThat(FunctionProfiles.parseFrom(bytes)).isNotNull();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining(" ");
        }
    }

    @Test
    void schema_numbersTheValuesOfEnumsAsTheCodecDoes() throws IOException {
        try (InputStream in = FunctionProfiles.class.getResourceAsStream("functions.proto")) {
            String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(values(schema, "Layer", "LAYER_")).isEqualTo(names(Layer.values()));
        }
    }

    private static List<String> names(Enum<?>[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(number -> values[number].name() + " " + number)
                .toList();
    }

    private static List<String> values(String schema, String type, String prefix) {
        Matcher body = Pattern.compile("enum " + type + " \\{([^}]*)}").matcher(schema);
        assertThat(body.find()).isTrue();
        return Pattern.compile(prefix + "(\\w+) = (\\d+);")
                .matcher(body.group(1))
                .results()
                .map(value -> value.group(1) + " " + value.group(2))
                .toList();
    }
}
