package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of a file for its parser, which keeps the latest part, so that reading can go on after damage. */
final class KeptText extends InputStream {
    /** Stands for a part whose beginning is no longer kept: no JSON, and nothing that could be mended. */
    static final String CUT = "{";

    private static final int KEPT_BYTES = 1 << 17;
    /** Length of the beginning of an event that has its phase. */
    private static final int PROBE_BYTES = 1 << 14;

    private final LimitedInput in;
    private final byte[] bytes = new byte[2 * KEPT_BYTES];
    /** Place in the file of the first byte that is kept. */
    private long base;

    private int at;
    private int end;
    private boolean isEnded;

    KeptText(LimitedInput in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (at == end && !isEnded) {
            fill(end == bytes.length ? at - KEPT_BYTES : 0);
        }
        int count = Math.min(length, end - at);
        System.arraycopy(bytes, at, target, offset, count);
        at += count;
        return count == 0 && length > 0 ? -1 : count;
    }

    /** Place in the file of the next byte. */
    long place() {
        return base + at;
    }

    /** Damage of the compressed data, which ends the text; empty if there is none. */
    String damage() {
        return in.damage();
    }

    boolean isAtEnd() {
        return isEnded && at == end;
    }

    /** Number of bytes that are left and known. */
    int left() {
        return end - at;
    }

    /** True if the text begins with an event, without a list or an object around it. */
    boolean beginsWithEvent() throws IOException {
        fill(0);
        int first = content(0);
        return first < end && bytes[first] == '{' && hasPhase(first);
    }

    /**
     * Goes to a boundary behind the damaged part that begins at a place, or to the end of the text, and returns the
     * part. A boundary that is an object must be an event.
     */
    String skip(long from, Pattern boundary) throws IOException {
        boolean isWhole = from >= base;
        int first = (int) Math.max(from - base, 0);
        int found = find(boundary, first);
        while (found < 0 && !isEnded) {
            if (first == 0 && end == bytes.length) {
                isWhole = false;
                first = end - PROBE_BYTES;
            }
            fill(first);
            first = 0;
            found = find(boundary, first);
        }
        at = found < 0 ? end : found;
        return isWhole ? new String(bytes, first, at - first, StandardCharsets.UTF_8) : CUT;
    }

    /** Reads more, and forgets the bytes before a position. */
    private void fill(int first) throws IOException {
        System.arraycopy(bytes, first, bytes, 0, end - first);
        base += first;
        at -= first;
        end -= first;
        int count = in.readNBytes(bytes, end, bytes.length - end);
        isEnded = count < bytes.length - end;
        end += count;
    }

    /** Position of a boundary behind the first byte of the content; -1 if there is none, or more bytes must decide. */
    private int find(Pattern boundary, int first) throws IOException {
        // Mostly it is near, and the rest need not be copied.
        int near = find(boundary, first, Math.min(first + PROBE_BYTES, end));
        return near >= 0 ? near : find(boundary, first, end);
    }

    private int find(Pattern boundary, int first, int last) throws IOException {
        Matcher matcher = boundary.matcher(new String(bytes, first, last - first, StandardCharsets.ISO_8859_1));
        for (int from = content(first) - first + 1; from <= last - first && matcher.find(from); ) {
            int found = first + matcher.start();
            boolean isDecided = last == end && isEnded;
            if (!isDecided && (matcher.hitEnd() || found + PROBE_BYTES > end)) {
                return -1;
            }
            if (bytes[found] != '{' || hasPhase(found)) {
                return found;
            }
            from = matcher.start() + 1;
        }
        return -1;
    }

    /** Position of the first byte that is neither white space nor a comma. */
    private int content(int first) {
        int content = first;
        while (content < end && (bytes[content] == ',' || (bytes[content] >= 0 && bytes[content] <= ' '))) {
            content++;
        }
        return content;
    }

    /** True if an object has a phase: a member of an event, and of no object inside one. */
    private boolean hasPhase(int first) throws IOException {
        try (var json = Parsers.of(bytes, first, Math.min(end - first, PROBE_BYTES))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                if (json.currentName().equals("ph")) {
                    return true;
                }
                json.nextToken();
                json.skipChildren();
            }
            return false;
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
