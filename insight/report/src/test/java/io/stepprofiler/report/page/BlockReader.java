package io.stepprofiler.report.page;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads blocks by what their comments say, independently of what writes them. */
final class BlockReader {
    private final byte[] bytes;
    private int at;

    BlockReader(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    long number() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            value |= (long) (bytes[at] & 0x7F) << shift;
            if (bytes[at++] >= 0) {
                return value;
            }
        }
    }

    long signed() {
        long value = number();
        return value % 2 == 0 ? value / 2 : -(value + 1) / 2;
    }

    List<Long> numbers(long count) {
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add(number());
        }
        return numbers;
    }

    int octet() {
        return Byte.toUnsignedInt(bytes[at++]);
    }

    String text() {
        int length = (int) number();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    List<String> texts() {
        List<String> texts = new ArrayList<>();
        String before = "";
        for (long left = number(); left > 0; left--) {
            int shared = (int) number();
            before = before.substring(0, shared) + text();
            texts.add(before);
        }
        return texts;
    }

    /** Numbers and durations of steps. */
    List<List<Long>> steps() {
        long count = number();
        List<Long> numbers = new ArrayList<>();
        long number = 0;
        for (long i = 0; i < count; i++) {
            number += signed();
            numbers.add(number);
        }
        return List.of(numbers, numbers(count));
    }

    /** The sums of each row by column. */
    List<Map<Long, Long>> sums(int rows) {
        List<Long> sizes = numbers(rows);
        List<List<Long>> columns = new ArrayList<>();
        for (long size : sizes) {
            List<Long> own = new ArrayList<>();
            long column = -1;
            for (long i = 0; i < size; i++) {
                column += number();
                own.add(column);
            }
            columns.add(own);
        }
        List<Map<Long, Long>> sums = new ArrayList<>();
        for (List<Long> own : columns) {
            Map<Long, Long> row = new TreeMap<>();
            own.forEach(column -> row.put(column, number()));
            sums.add(row);
        }
        return sums;
    }
}
