package io.stepprofiler.handlers.chrome;

import io.stepprofiler.json.JsonText;

/** Template of the events of one name: their category, the beginning of their JSON, arguments that all have. */
final class EventTemplate {
    private final Category category;
    private final byte[] json;
    private final byte[] arguments;

    /**
     * Facts that all events of one name share.
     *
     * @param text the name as it is written
     * @param arguments arguments that all of them have, each after a comma
     */
    EventTemplate(Category category, String text, String arguments) {
        this.category = category;
        this.json = json(category, text);
        this.arguments = JsonText.utf8(arguments);
    }

    static byte[] json(Category category, String text) {
        return JsonText.utf8("{\"ph\":\"X\",\"cat\":\"" + category.text() + "\",\"name\":" + JsonText.quoted(text));
    }

    Category category() {
        return category;
    }

    /** The beginning of an event, up to its name; not to be changed. */
    byte[] json() {
        return json;
    }

    /** Arguments that all of them have, each after a comma; not to be changed. */
    byte[] arguments() {
        return arguments;
    }
}
