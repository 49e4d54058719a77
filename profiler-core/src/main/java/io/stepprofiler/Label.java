package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.LabelTable;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.recording.NameTable;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Name of scopes, looked up once and kept in a constant: the fastest way to name a scope.
 *
 * <pre>{@code private static final Label FORWARD = Label.of("forward");}</pre>
 *
 * <p>Immutable; labels of equal names are equal. A process has room for {@value Limits#MAX_LABELS} labels, kept for
 * ever; later labels work, too, but are looked up like plain names.
 */
public final class Label {
    /** Most characters of a name: {@value}; longer names are truncated, and counted. */
    public static final int MAX_LENGTH = Limits.MAX_TEXT_LENGTH;

    /** The reference of a label that has no number. */
    static final int NO_REF = LabelTable.NO_REF;

    private static final ConcurrentHashMap<String, Label> LABELS = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<EventName, Label> OTHER_KINDS = new ConcurrentHashMap<>();

    private static final List<MarkerScope> SCOPES = List.of(MarkerScope.values());

    private static final MemoryBoundary.Work<String, EventKind, String, Label> FIND =
            (name, kind, type, scope, other) -> find(
                    new EventName(NameTable.shortened(name), kind, NameTable.shortened(type), SCOPES.get((int) scope)));

    /** Label whose name is lost, for lack of memory: windows count its events as unnamed. */
    static final Label NAMELESS = new Label(EventName.ofScope(""), NO_REF);

    private final EventName name;

    /** A name reference below 0, see {@link NameTable}; or {@link #NO_REF}. */
    final int ref;

    private Label(EventName name, int ref) {
        this.name = name;
        this.ref = ref;
    }

    /**
     * {@return the label for a name}
     *
     * <p>Never throws, since it may be called inside a training loop: null and empty names become {@code (unnamed)},
     * long names are truncated, and a new name for which there is no memory is lost, so that windows count the events of
     * the label as unnamed. Costs a look-up in a concurrent map, and an allocation the first time for a name.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     */
    public static Label of(String name) {
        String given = name == null || name.isEmpty() ? NameTable.UNNAMED : name;
        Label known = LABELS.get(given);
        return known != null ? known : within(given, EventKind.SCOPE, "", MarkerScope.PROCESS);
    }

    /** Returns the label for a name of any kind; the name is normalized as in {@link #of(String)}. */
    static Label of(@Nullable String name, EventKind kind, @Nullable String type) {
        return of(name, kind, type, MarkerScope.PROCESS);
    }

    /** Returns the label for a name of any kind; {@code scope} is the scope of a marker. */
    static Label of(@Nullable String name, EventKind kind, @Nullable String type, MarkerScope scope) {
        String given = name == null || name.isEmpty() ? NameTable.UNNAMED : name;
        return within(given, kind, type == null ? "" : type, scope);
    }

    private static Label within(String name, EventKind kind, String type, MarkerScope scope) {
        Label found = MemoryBoundary.within(FIND, MemoryBoundary.NOTHING, name, kind, type, SCOPES.indexOf(scope), 0);
        return found == null ? NAMELESS : found;
    }

    private static Label find(EventName name) {
        Label known = known(name);
        return known != null ? known : create(name);
    }

    private static @Nullable Label known(EventName name) {
        return name.isPlain() ? LABELS.get(name.text()) : OTHER_KINDS.get(name);
    }

    private static synchronized Label create(EventName name) {
        Label known = known(name);
        if (known != null) {
            return known;
        }
        Label created = new Label(name, LabelTable.add(name));
        if (created.ref == NO_REF) {
            return created;
        }
        if (name.isPlain()) {
            LABELS.put(name.text(), created);
        } else {
            OTHER_KINDS.put(name, created);
        }
        return created;
    }

    /** {@return the name} */
    public String name() {
        return name.text();
    }

    EventName eventName() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Label label && label.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "Label[" + name() + "]";
    }
}
