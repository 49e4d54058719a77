package io.stepprofiler;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A name for scopes, looked up once and kept in a constant: the fastest way to name one.
 *
 * <pre>{@code private static final Label FORWARD = Label.of("forward");}</pre>
 *
 * <p>Immutable; labels of equal names are equal. A process has room for {@value Defaults#MAX_LABELS} labels, kept for
 * ever; those made after that work just as well but are looked up like plain names.
 */
public final class Label {
    /** The reference of a label that has no number. */
    static final int NO_REF = 0;

    private static final ConcurrentHashMap<String, Label> LABELS = new ConcurrentHashMap<>();
    private static final List<String> NAMES = new CopyOnWriteArrayList<>();

    private final String name;

    /** A name reference below 0, see {@link NameTable}; or {@link #NO_REF}. */
    final int ref;

    private Label(String name, int ref) {
        this.name = name;
        this.ref = ref;
    }

    /**
     * {@return the label for a name}
     *
     * <p>Never throws, for it may be called inside a training loop: null and empty names become {@code (unnamed)}, and
     * long ones are cut. Takes a look-up in a concurrent map; the first time for a name, an allocation.
     *
     * @param name the name, of 1 to {@value Defaults#MAX_TEXT_LENGTH} characters
     */
    public static Label of(String name) {
        String kept = usable(name);
        Label known = LABELS.get(kept);
        return known != null ? known : create(kept);
    }

    private static String usable(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return NameTable.UNNAMED;
        }
        return NameTable.shortened(name);
    }

    private static synchronized Label create(String name) {
        if (NAMES.size() >= Defaults.MAX_LABELS) {
            return new Label(name, NO_REF);
        }
        return LABELS.computeIfAbsent(name, key -> {
            NAMES.add(key);
            return new Label(key, -NAMES.size());
        });
    }

    static String nameOf(int ref) {
        return NAMES.get(-ref - 1);
    }

    /** {@return the name} */
    public String name() {
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
        return "Label[" + name + "]";
    }
}
