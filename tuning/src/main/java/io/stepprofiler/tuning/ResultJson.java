package io.stepprofiler.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A result and its key as JSON; reading refuses what no result can be. */
record ResultJson(CacheKey key, TuningResult result) {
    private static final String FUNCTION = "function";
    private static final String INPUTS = "inputs";
    private static final String DEVICE_TIME = "deviceTime";
    private static final String CONFIDENCE = "confidence";
    private static final String PROCESSOR = "processor";
    private static final String JVM = "jvm";
    private static final String CORES = "cores";
    private static final String VARIANTS = "variants";
    private static final String ID = "id";
    private static final String CALLS = "calls";
    private static final String MEAN = "meanNanos";
    private static final String DEVIATION = "deviationNanos";
    private static final String FASTEST = "fastest";
    private static final String DIFFERENCES = "differences";
    private static final String NANOS = "nanos";
    private static final String LOW = "lowNanos";
    private static final String HIGH = "highNanos";
    private static final String TIMED_BY = "timedBy";
    private static final String WARMUP_ROUNDS = "warmupRounds";
    private static final String STEADY = "steady";

    ObjectNode write() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(FUNCTION, key.function());
        ArrayNode inputs = json.putArray(INPUTS);
        key.inputs().forEach(inputs::add);
        json.put(DEVICE_TIME, key.deviceTime()).put(CONFIDENCE, key.confidence());
        json.put(PROCESSOR, key.machine().processor());
        json.put(JVM, key.machine().jvm()).put(CORES, key.machine().cores());
        ArrayNode variants = json.putArray(VARIANTS);
        for (VariantTimes variant : result.variants()) {
            variants.addObject()
                    .put(ID, variant.id())
                    .put(CALLS, variant.calls())
                    .put(MEAN, variant.meanNanos())
                    .put(DEVIATION, variant.deviationNanos());
        }
        json.put(FASTEST, result.fastest());
        ArrayNode differences = json.putArray(DIFFERENCES);
        for (Difference difference : result.differences()) {
            ObjectNode each = differences.addObject().put(ID, difference.id());
            // JSON has no number for what is not known; then the members are missing.
            if (!Double.isNaN(difference.nanos())) {
                each.put(NANOS, difference.nanos())
                        .put(LOW, difference.lowNanos())
                        .put(HIGH, difference.highNanos());
            }
        }
        json.put(TIMED_BY, result.timedBy().name());
        return json.put(WARMUP_ROUNDS, result.warmupRounds()).put(STEADY, result.steady());
    }

    /** Throws {@link IllegalArgumentException} if that is no result. */
    static ResultJson read(JsonNode json) {
        List<VariantTimes> variants = new ArrayList<>();
        for (JsonNode each : array(json, VARIANTS)) {
            variants.add(new VariantTimes(
                    member(each, ID), count(each, CALLS), number(each, MEAN), number(each, DEVIATION), ""));
        }
        List<Difference> differences = new ArrayList<>();
        for (JsonNode each : array(json, DIFFERENCES)) {
            differences.add(difference(each));
        }
        List<String> inputs = new ArrayList<>();
        array(json, INPUTS).forEach(input -> inputs.add(text(input, INPUTS)));
        Machine machine = new Machine(member(json, PROCESSOR), member(json, JVM), count(json, CORES));
        double confidence = number(json, CONFIDENCE);
        CacheKey key = new CacheKey(
                member(json, FUNCTION),
                variants.stream().map(VariantTimes::id).toList(),
                inputs,
                flag(json, DEVICE_TIME),
                confidence,
                machine);
        TuningResult result = new TuningResult(
                key.function(),
                variants,
                member(json, FASTEST),
                differences,
                confidence,
                TimedBy.valueOf(member(json, TIMED_BY)),
                count(json, WARMUP_ROUNDS),
                flag(json, STEADY),
                List.of(),
                true);
        requireConsistent(result);
        return new ResultJson(key, result);
    }

    private static Difference difference(JsonNode json) {
        return json.has(NANOS)
                ? new Difference(member(json, ID), number(json, NANOS), number(json, LOW), number(json, HIGH))
                : new Difference(member(json, ID), Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private static void requireConsistent(TuningResult result) {
        TreeSet<String> others = new TreeSet<>();
        result.variants().forEach(variant -> require(others.add(variant.id()) && variant.isMeasured(), VARIANTS));
        require(others.remove(result.fastest()), FASTEST);
        result.differences().forEach(difference -> require(others.remove(difference.id()), DIFFERENCES));
        require(others.isEmpty(), DIFFERENCES);
    }

    private static JsonNode array(JsonNode json, String member) {
        JsonNode value = json.path(member);
        require(value.isArray(), member);
        return value;
    }

    private static String member(JsonNode json, String member) {
        return text(json.path(member), member);
    }

    private static String text(JsonNode value, String member) {
        require(value.isTextual(), member);
        return value.textValue();
    }

    private static int count(JsonNode json, String member) {
        JsonNode value = json.path(member);
        require(value.isInt() && value.intValue() >= 0, member);
        return value.intValue();
    }

    private static double number(JsonNode json, String member) {
        JsonNode value = json.path(member);
        require(value.isNumber() && Double.isFinite(value.doubleValue()), member);
        return value.doubleValue();
    }

    private static boolean flag(JsonNode json, String member) {
        require(json.path(member).isBoolean(), member);
        return json.path(member).booleanValue();
    }

    private static void require(boolean isTrue, String member) {
        if (!isTrue) {
            throw new IllegalArgumentException("'" + member + "' of a result is not what it should be");
        }
    }
}
