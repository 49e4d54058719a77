package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.stepprofiler.event.Anomaly;
import java.io.IOException;

/** Reads one event after the other into a record, with members in any order. */
final class EventParser {
    private final Tally tally;
    private EventRecord event = new EventRecord();
    private JsonParser json;
    private boolean ours;

    EventParser(JsonParser json, Tally tally) {
        this.json = json;
        this.tally = tally;
    }

    /** Goes on with another parser. */
    void at(JsonParser parser) {
        json = parser;
    }

    /** Notes that this profiler wrote the file, so that more arguments have a meaning. */
    void ours() {
        ours = true;
    }

    /** Reads the event at the present token, an object; the record is used for the next one, too, unless it is kept. */
    EventRecord read() throws IOException {
        if (event.isKept) {
            event = new EventRecord();
        }
        event.clear();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            json.nextToken();
            event.isEmpty = false;
            member(key);
        }
        return event;
    }

    private void member(String key) throws IOException {
        switch (key) {
            case "ph" -> event.phase = phase(text());
            case "cat" -> event.category = text();
            case "name" -> event.name = text();
            case "ts" -> event.start = nanos();
            case "dur" -> {
                event.hasDuration = true;
                event.duration = nanos();
            }
            case "pid" -> {
                event.pidText = wholeOrText();
                event.pid = event.pidText.isEmpty() ? wholeValue() : 0;
            }
            case "tid" -> {
                event.tidText = wholeOrText();
                event.tid = event.tidText.isEmpty() ? wholeValue() : 0;
            }
            case "id", "id2" -> event.id = id();
            case "scope" -> event.scope = text();
            case "s" -> event.reach = text();
            case "sf" -> event.frame = text();
            case "weight" -> event.weight = isLong() ? json.getLongValue() : 0;
            case "args" -> arguments();
            default -> json.skipChildren();
        }
    }

    private static char phase(String text) {
        return text.length() == 1 ? text.charAt(0) : '?';
    }

    /** The text of a value; empty for null, an object or a list. */
    private String text() throws IOException {
        JsonToken token = json.currentToken();
        if (token.isStructStart()) {
            json.skipChildren();
            return "";
        }
        return token == JsonToken.VALUE_NULL ? "" : json.getText();
    }

    private long nanos() throws IOException {
        JsonToken token = json.currentToken();
        if (token.isNumeric() || token == JsonToken.VALUE_STRING) {
            return Micros.nanos(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
        }
        json.skipChildren();
        return Micros.INVALID;
    }

    /** Empty for a number or a text that is one, which {@link #wholeValue} returns; else the text. */
    private String wholeOrText() throws IOException {
        if (isLong()) {
            return "";
        }
        String text = text();
        return text.isEmpty() ? "" : isWhole(text) ? "" : text;
    }

    private long wholeValue() throws IOException {
        if (isLong()) {
            return json.getLongValue();
        }
        String text = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
        return isWhole(text) ? Long.parseLong(text) : 0;
    }

    /** True for the canonical form of a number, so that two different texts are not taken for one row. */
    private static boolean isWhole(String text) {
        return text.length() <= 18 && text.matches("0|-?[1-9][0-9]*");
    }

    /** The id of an arrow or of something asynchronous: a number, a text, or an object with one of them. */
    private String id() throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            return text();
        }
        String id = "";
        while (json.nextToken() != JsonToken.END_OBJECT) {
            json.nextToken();
            id = text();
        }
        return id;
    }

    private void arguments() throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            json.nextToken();
            KnownArgument known = KnownArgument.of(key);
            boolean taken = known != null && (ours || !known.oursOnly()) && known(known);
            if (!taken && !event.operands.take(key, json)) {
                argument(key);
            }
        }
        if (event.operands.isCut()) {
            tally.odd(Anomaly.DETAILS_CUT);
        }
    }

    /** True if the value has the type of its key, so that it is taken. */
    private boolean known(KnownArgument key) throws IOException {
        JsonToken token = json.currentToken();
        switch (key.type()) {
            case WHOLE -> {
                if (isLong()) {
                    event.set(key, json.getLongValue());
                    return true;
                }
            }
            case FLAG -> {
                if (token == JsonToken.VALUE_TRUE) {
                    event.set(key, 1);
                    return true;
                }
            }
            case TEXT -> {
                if (token == JsonToken.VALUE_STRING) {
                    event.set(key, json.getText());
                    return true;
                }
            }
            case NUMBER -> {
                return token.isNumeric();
            }
            case NUMBER_OR_TEXT -> {
                boolean isWhole = isLong() || (token == JsonToken.VALUE_STRING && isWhole(json.getText()));
                if (isWhole && wholeValue() >= 0) {
                    event.set(key, wholeValue());
                    return true;
                }
                if (isWhole && !ours) {
                    tally.notTaken("steps with negative numbers, which are events only");
                }
            }
        }
        return false;
    }

    private void argument(String key) throws IOException {
        if (event.arguments.isFull()) {
            json.skipChildren();
            tally.odd(Anomaly.ARGUMENT_DROPPED);
            return;
        }
        switch (json.currentToken()) {
            case VALUE_STRING -> event.arguments.add(key, json.getText());
            case VALUE_TRUE -> event.arguments.add(key, true);
            case VALUE_FALSE -> event.arguments.add(key, false);
            case VALUE_NUMBER_FLOAT -> event.arguments.add(key, Double.parseDouble(json.getText()));
            case VALUE_NUMBER_INT -> {
                if (isLong()) {
                    event.arguments.add(key, json.getLongValue());
                } else {
                    event.arguments.add(key, json.getText());
                }
            }
            case START_ARRAY, START_OBJECT -> {
                String text = RawJson.read(json);
                if (text.isEmpty()) {
                    tally.odd(Anomaly.ARGUMENT_DROPPED);
                } else {
                    event.arguments.add(key, text);
                }
            }
            default -> {
                // Null is no value.
            }
        }
    }

    private boolean isLong() throws IOException {
        return json.currentToken() == JsonToken.VALUE_NUMBER_INT
                && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }
}
