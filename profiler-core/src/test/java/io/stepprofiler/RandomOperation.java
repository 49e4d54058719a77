package io.stepprofiler;

import static java.util.stream.Collectors.joining;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * An operation made up at random: what is told to {@link OpDetails}, and, built naively, what a trace should hold of
 * it.
 */
final class RandomOperation {
    private static final List<ElementType> TYPES = List.copyOf(EnumSet.allOf(ElementType.class));

    final List<Operand> inputs = new ArrayList<>();
    final List<Operand> outputs = new ArrayList<>();
    final List<Long> storages = new ArrayList<>();
    final String overload;
    final long sequence;
    final long forwardThread;
    final long flops;
    final long correlation;
    final boolean async;
    private final Random random;

    RandomOperation(Random random, OpDetails details) {
        this.random = random;
        details.clear();
        fill(details, inputs, random.nextInt(5));
        details.outputs();
        fill(details, outputs, random.nextInt(3));
        overload = random.nextInt(3) == 0 ? "overload " + random.nextInt(3) : "";
        sequence = random.nextInt(2) == 0 ? random.nextInt(1000) : -1;
        forwardThread = sequence >= 0 && random.nextBoolean() ? random.nextInt(5) : -1;
        flops = random.nextInt(3) == 0 ? random.nextInt(1000) : -1;
        correlation = random.nextInt(3) == 0 ? random.nextInt(1000) : -1;
        async = random.nextInt(5) == 0;
        details.overload(overload)
                .sequenceNumber(sequence)
                .forwardThread(forwardThread)
                .flops(flops)
                .correlation(correlation);
        if (async) {
            details.async();
        }
    }

    /** The signature that a trace with shapes holds. */
    OpSignature signature() {
        return new OpSignature(overload, inputs, outputs, flops);
    }

    /** The storages that a trace holds: all, or none if none is known. */
    List<Long> knownStorages() {
        return storages.stream().anyMatch(storage -> storage != 0) ? storages : List.of();
    }

    private void fill(OpDetails details, List<Operand> operands, int count) {
        for (int i = 0; i < count; i++) {
            boolean mutated = random.nextInt(4) == 0;
            if (mutated) {
                details.mutated();
            }
            Operand operand = operand(details);
            operands.add(mutated ? operand.mutated() : operand);
        }
    }

    private Operand operand(OpDetails details) {
        ElementType type = TYPES.get(random.nextInt(TYPES.size()));
        return switch (random.nextInt(14)) {
            case 0, 1 -> {
                long[] dims = longs();
                storages.add(0L);
                details.tensor(type, dims);
                yield Operand.tensor(type, Dims.of(dims));
            }
            case 2, 3 -> {
                long[] dims = longs();
                details.tensor(type, dims, storage());
                yield Operand.tensor(type, Dims.of(dims));
            }
            case 4 -> {
                long[] dims = longs();
                long[] strides = Arrays.stream(dims).map(dim -> dim + 1).toArray();
                details.tensor(type, dims, strides, storage());
                yield Operand.tensor(type, Dims.of(dims)).withStrides(Dims.of(strides));
            }
            case 5 -> {
                long[][] each = longLists();
                details.tensors(type, each);
                Arrays.stream(each).forEach(ignored -> storages.add(0L));
                yield Operand.tensors(type, Arrays.stream(each).map(Dims::of).toList());
            }
            case 11 -> {
                long[][] each = longLists();
                long[] known = new long[each.length];
                Arrays.setAll(known, i -> storage());
                details.tensors(type, each, known);
                yield Operand.tensors(type, Arrays.stream(each).map(Dims::of).toList());
            }
            case 12 -> {
                long[][] each = longLists();
                long[][] strides = Arrays.stream(each)
                        .map(dims -> Arrays.stream(dims).map(dim -> dim + 1).toArray())
                        .toArray(long[][]::new);
                long[] known = new long[each.length];
                Arrays.setAll(known, i -> storage());
                details.tensors(type, each, strides, known);
                yield Operand.tensors(type, Arrays.stream(each).map(Dims::of).toList())
                        .withStrides(Arrays.stream(strides).map(Dims::of).toArray(Dims[]::new));
            }
            case 13 -> {
                double[] values = random.doubles(random.nextInt(5)).toArray();
                details.scalars(values);
                String text = Arrays.stream(values).mapToObj(Double::toString).collect(joining(", ", "[", "]"));
                yield new Operand(Operand.Kind.SCALAR_LIST, ElementType.UNKNOWN, List.of(), List.of(), text, false);
            }
            case 6 -> {
                long value = random.nextLong();
                details.scalar(value);
                yield Operand.scalar(Long.toString(value));
            }
            case 7 -> {
                double value = random.nextInt(5) == 0 ? Double.NaN : random.nextGaussian();
                details.scalar(value);
                yield Operand.scalar(Double.toString(value));
            }
            case 8 -> {
                boolean value = random.nextBoolean();
                details.scalar(value);
                yield Operand.scalar(value ? "True" : "False");
            }
            case 9 -> {
                long[] values = longs();
                details.scalars(values);
                yield Operand.scalars(values);
            }
            default -> text(details);
        };
    }

    private Operand text(OpDetails details) {
        if (random.nextBoolean()) {
            details.absent();
            return Operand.ABSENT;
        }
        String value = random.nextInt(4) == 0 ? "" : "text " + random.nextInt(20);
        details.text(value);
        return Operand.other(value);
    }

    private long storage() {
        long storage = random.nextInt(3) == 0 ? 0 : random.nextLong();
        storages.add(storage);
        return storage;
    }

    private long[][] longLists() {
        return Stream.generate(this::longs).limit(random.nextInt(4)).toArray(long[][]::new);
    }

    private long[] longs() {
        return random.longs(random.nextInt(5), -1, 5000).toArray();
    }
}
