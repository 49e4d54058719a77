package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.OutputStream;

/** Reads a document, which is an object with a list of events, or the list alone. */
final class DocumentReader {
    private final JsonParser json;
    private final Charges charges;
    private final TraceBuilder trace = new TraceBuilder();
    private final Tally tally = new Tally();
    private final EventParser parser;
    private final ChromeSamples samples;
    private final FileHead head;
    private final TraceAssembler intake;
    private boolean hasEvents;
    private boolean hasTaken;

    DocumentReader(JsonParser json, Charges charges, Rejects rejects) {
        this.json = json;
        this.charges = charges;
        parser = new EventParser(json, tally);
        samples = new ChromeSamples(charges, tally);
        head = new FileHead(trace, charges, tally);
        intake = new TraceAssembler(trace, charges, tally, samples, rejects);
    }

    ImportedTrace read() throws IOException {
        try {
            document();
            checkEnd();
        } catch (StreamReadException e) {
            if (!hasTaken || !isAtEndOfFile()) {
                throw e;
            }
            tally.missing("the document is not ended, as when its program was killed or the file was cut");
        }
        intake.complete(head);
        return new ImportedTrace(trace.build(), tally.missing(), () -> {});
    }

    /** Reads the document, whose end may be missing after its first event, as in files of killed programs. */
    private void document() throws IOException {
        JsonToken token = json.nextToken();
        if (token == JsonToken.START_OBJECT) {
            object();
        } else if (token == JsonToken.START_ARRAY) {
            hasEvents = true;
            events();
        } else {
            throw error(token == null ? "it is empty" : "it is neither an object nor a list");
        }
    }

    private void object() throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "traceEvents" -> {
                    if (value != JsonToken.START_ARRAY) {
                        throw error("traceEvents is no list");
                    }
                    hasEvents = true;
                    events();
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
        }
        if (!hasEvents) {
            throw error("it has no traceEvents");
        }
    }

    private boolean isAtEndOfFile() throws IOException {
        return json.releaseBuffered(OutputStream.nullOutputStream()) <= 0;
    }

    private void events() throws IOException {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == JsonToken.START_OBJECT) {
                intake.take(parser.read());
                hasTaken = true;
            } else {
                json.skipChildren();
                tally.invalid("entries that are no events");
            }
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
        }
    }

    private void checkEnd() throws IOException {
        boolean ended;
        try {
            ended = json.nextToken() == null;
        } catch (StreamReadException e) {
            ended = false;
        }
        if (!ended) {
            tally.missing("what follows the end of the document, at " + place() + ", is not read");
        }
    }

    private ImportException error(String what) {
        return new ImportException(charges.file(), place(), what);
    }

    private String place() {
        return "byte " + Math.max(json.currentTokenLocation().getByteOffset(), 0);
    }
}
