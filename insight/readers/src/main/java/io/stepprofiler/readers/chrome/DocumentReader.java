package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.FileMembers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Reads a document: an object with a list of events, the list alone, or one event after the other. Damage costs the
 * event or the members that it is in: another parser goes on behind it.
 */
final class DocumentReader {
    private static final String KEYS = "\"(?:" + String.join("|", FileMembers.RESERVED) + ")\"\\s*:";
    private static final Pattern MEMBER = Pattern.compile(KEYS + "|\\}\\s*\\z");
    private static final Pattern EVENT = Pattern.compile("\\{\\s*\"|\\](?=\\s*(?:,\\s*" + KEYS + "|\\}?\\s*\\z))");
    /** Less than a member or an event: the end of the text may belong to a list or an object inside an event. */
    private static final int SHORTEST = 12;

    private static final Pattern PHASE = Pattern.compile("\"ph\"\\s*:");

    /** Place of a parser: opening text, closing text, and the pattern behind a damaged part. */
    private enum Context {
        OBJECT("{", "}", MEMBER),
        EVENTS("{\"traceEvents\":[", "]}", EVENT),
        LIST("[", "]", EVENT),
        LINES("", "", EVENT);

        private final String opening;
        private final String closing;
        private final Pattern boundary;

        Context(String opening, String closing, Pattern boundary) {
            this.opening = opening;
            this.closing = closing;
            this.boundary = boundary;
        }
    }

    private final KeptText text;
    private final Charges charges;
    private final TraceBuilder trace = new TraceBuilder();
    private final Tally tally = new Tally();
    private final EventParser parser;
    private final ChromeSamples samples;
    private final FileHead head;
    private final TraceAssembler intake;
    private JsonParser json;
    private Context context = Context.OBJECT;
    /** Place in the file at which the parser went on, behind {@link #lead} bytes of its own. */
    private long start;

    private long lead;
    /** End of the last member or event, in the count of the parser; below 0 if it does not count bytes. */
    private long last;

    private boolean hasEvents;
    private boolean hasTaken;
    private boolean isCut;
    private long damages;
    private String firstPlace = "";

    DocumentReader(KeptText text, Charges charges, Rejects rejects) throws IOException {
        this.text = text;
        this.charges = charges;
        samples = new ChromeSamples(charges, tally);
        head = new FileHead(trace, charges, tally);
        intake = new TraceAssembler(trace, charges, tally, samples, rejects);
        if (text.beginsWithEvent()) {
            context = Context.LINES;
        }
        json = Parsers.of(text);
        parser = new EventParser(json, tally);
    }

    ImportedTrace read() throws IOException {
        StreamReadException first = null;
        for (boolean more = true; more; ) {
            try {
                document();
                checkEnd();
                more = false;
            } catch (StreamReadException e) {
                first = first == null ? e : first;
                more = goesOn(e);
            }
        }
        json.close();
        if (!hasTaken && first != null) {
            throw text.damage().isEmpty() ? first : error("");
        }
        if (!text.damage().isEmpty()) {
            tally.missing(text.damage());
        } else if (isCut) {
            tally.missing("the document is not ended, as when its program was killed or the file was cut");
        }
        if (damages > 0) {
            tally.missing("it is no valid JSON at " + (damages == 1 ? "" : damages + " places, the first is ")
                    + firstPlace + "; what could be made out there is read");
        }
        intake.complete(head);
        return new ImportedTrace(trace.build(), tally.missing(), () -> {});
    }

    /** Goes on with another parser behind the damaged part at which one ended; false at the end of the text. */
    private boolean goesOn(StreamReadException e) throws IOException {
        boolean isAtEnd = json.releaseBuffered(OutputStream.nullOutputStream()) <= 0 && text.isAtEnd();
        json.close();
        if (last < 0 && !isAtEnd) {
            throw e;
        }
        long from = place(last);
        String content = last < 0 ? "" : text.skip(from, context.boundary);
        if (isAtEnd && text.left() < SHORTEST) {
            isCut = true;
            return false;
        }
        if (context == Context.LINES && content.startsWith(",")) {
            context = Context.EVENTS;
            tally.missing("the document has no beginning, as a file that continues another one");
        } else if (damages++ == 0) {
            firstPlace = "byte " + place(e.getLocation().getByteOffset());
        }
        content = Mending.content(content);
        String mended = Mending.of(content, context.opening, context.closing);
        if (mended.isEmpty() && !content.isEmpty()) {
            lost(content, from);
        }
        if (mended.isEmpty() && text.isAtEnd()) {
            return false;
        }
        String between = mended.isEmpty() || context == Context.LINES ? " " : ",";
        byte[] before = (context.opening + mended + between).getBytes(StandardCharsets.UTF_8);
        start = text.place();
        lead = before.length;
        last = lead;
        json = Parsers.of(new SequenceInputStream(new ByteArrayInputStream(before), text));
        parser.at(json);
        return true;
    }

    private void lost(String content, long from) {
        if (context == Context.OBJECT || content.equals(KeptText.CUT)) {
            tally.missing("what is between byte " + from + " and byte " + text.place() + " is lost: it is damaged");
            return;
        }
        for (long events = Math.max(PHASE.matcher(content).results().count(), 1); events > 0; events--) {
            tally.invalid("events whose text is damaged");
        }
    }

    /** Reads the document, whose end may be missing after its first event, as in files of killed programs. */
    private void document() throws IOException {
        if (context == Context.LINES) {
            events(Context.LINES);
            return;
        }
        JsonToken token = json.nextToken();
        if (token == JsonToken.START_OBJECT) {
            object();
        } else if (token == JsonToken.START_ARRAY) {
            events(Context.LIST);
        } else {
            throw error(token == null ? "it is empty" : "it is neither an object nor a list");
        }
    }

    private void object() throws IOException {
        ended();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "traceEvents" -> {
                    if (value == JsonToken.START_ARRAY) {
                        events(Context.EVENTS);
                        context = Context.OBJECT;
                    } else if (value == JsonToken.START_OBJECT) {
                        // The whole document of another writer.
                        object();
                    } else {
                        throw error("traceEvents is no list");
                    }
                }
                case "stackFrames" -> samples.frames(json);
                case "samples" -> samples();
                default -> {
                    head.member(key, json);
                    if (head.isOurs() && !intake.isOurs() && !hasEvents) {
                        parser.ours();
                        intake.ours();
                    }
                }
            }
            ended();
        }
        if (!hasEvents) {
            throw error("it has no traceEvents");
        }
    }

    private void events(Context where) throws IOException {
        context = where;
        hasEvents = true;
        ended();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY && token != null; ) {
            if (token == JsonToken.START_OBJECT) {
                intake.take(parser.read());
                hasTaken = true;
            } else {
                json.skipChildren();
                tally.invalid("entries that are no events");
            }
            ended();
            token = json.nextToken();
        }
    }

    private void samples() throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == JsonToken.START_OBJECT) {
                samples.add(parser.read());
            } else {
                json.skipChildren();
            }
            ended();
        }
    }

    private void ended() {
        last = json.currentLocation().getByteOffset();
    }

    private void checkEnd() throws IOException {
        boolean ended;
        try {
            ended = json.nextToken() == null;
        } catch (StreamReadException e) {
            ended = false;
        }
        if (!ended) {
            long at = place(json.currentTokenLocation().getByteOffset());
            tally.missing("what follows the end of the document, at byte " + at + ", is not read");
        }
    }

    private ImportException error(String what) {
        long at = place(json.currentTokenLocation().getByteOffset());
        return new ImportException(charges.file(), "byte " + at, text.damage().isEmpty() ? what : text.damage());
    }

    /** Place in the file of a byte that the parser counts. */
    private long place(long offset) {
        return start + Math.max(offset - lead, 0);
    }
}
