package io.stepprofiler.columns;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.OpSignature;
import java.util.List;

/** Tables of the names, signatures and call stacks of a trace or segment; they grow until it is built. */
public final class NameTables implements Names {
    final InternTable<Name> names = new InternTable<>();
    final InternTable<OpSignature> signatures = new InternTable<>();
    final InternTable<List<StackTraceElement>> stacks = new InternTable<>();

    /** True if any name is of a kind that takes no part in the nesting, which few traces have. */
    private boolean anyAsync;

    /** Creates empty tables. */
    public NameTables() {}

    /**
     * {@return the number of a text: the name of a scope, or an argument's key or value}
     *
     * @param text any text
     */
    public int nameId(String text) {
        return nameId(text, EventKind.SCOPE, "");
    }

    /**
     * {@return the number of a name}
     *
     * @param text the name
     * @param kind kind of event that it names
     * @param type type of the class of a module, or domain of a marker, task or frame; else empty
     */
    public int nameId(String text, EventKind kind, String type) {
        return nameId(text, kind, type, MarkerScope.PROCESS);
    }

    /**
     * {@return the number of a name}
     *
     * @param text the name
     * @param kind kind of event that it names
     * @param type type of the class of a module, or domain of a marker, task or frame; else empty
     * @param scope reach of a marker; else {@link MarkerScope#PROCESS}
     */
    public int nameId(String text, EventKind kind, String type, MarkerScope scope) {
        anyAsync |= kind.isAsync();
        return names.idOf(new Name(text, kind, type, scope));
    }

    /**
     * {@return whether the events of a name take no part in the nesting} Costs nothing if no name is of such a kind.
     *
     * @param nameId number of the name
     */
    public boolean isAsync(int nameId) {
        return anyAsync && names.value(nameId).kind().isAsync();
    }

    /**
     * {@return the number of a signature}
     *
     * @param signature signature of an operation
     */
    public int signatureId(OpSignature signature) {
        return signatures.idOf(signature);
    }

    /**
     * {@return the number of a call stack}
     *
     * @param frames the frames, innermost first; not to be changed any more
     */
    public int stackId(List<StackTraceElement> frames) {
        return stacks.idOf(frames);
    }

    /** Takes over whether any name takes no part in the nesting; the names are then added without {@link #nameId}. */
    void addKindsOf(NameTables other) {
        anyAsync |= other.anyAsync;
    }

    @Override
    public int nameCount() {
        return names.size();
    }

    @Override
    public String name(int nameId) {
        return names.value(nameId).text();
    }

    @Override
    public EventKind kind(int nameId) {
        return names.value(nameId).kind();
    }

    @Override
    public String moduleType(int nameId) {
        Name name = names.value(nameId);
        return name.kind().isAsync() ? "" : name.type();
    }

    @Override
    public String domain(int nameId) {
        Name name = names.value(nameId);
        return name.kind().isAsync() ? name.type() : "";
    }

    @Override
    public MarkerScope markerScope(int nameId) {
        return names.value(nameId).scope();
    }

    @Override
    public int signatureCount() {
        return signatures.size();
    }

    @Override
    public OpSignature signature(int signatureId) {
        return signatures.value(signatureId);
    }

    @Override
    public int stackCount() {
        return stacks.size();
    }

    @Override
    public List<StackTraceElement> stack(int stackId) {
        return stacks.value(stackId);
    }
}
