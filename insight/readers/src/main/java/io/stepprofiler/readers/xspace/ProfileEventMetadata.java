package io.stepprofiler.readers.xspace;

import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Metadata that all events of one kind share. Immutable. */
public final class ProfileEventMetadata {
    private final ProfilePlane plane;
    private final XEventMetadata proto;

    ProfileEventMetadata(ProfilePlane plane, XEventMetadata proto) {
        this.plane = plane;
        this.proto = proto;
    }

    /** {@return its number in the plane; 0 if it is not in the file} */
    public long id() {
        return proto.getId();
    }

    /** {@return the name of the events; empty if it is not in the file} */
    public String name() {
        return proto.getName();
    }

    /** {@return the name that viewers show; empty if it is the same} */
    public String displayName() {
        return proto.getDisplayName();
    }

    /** {@return bytes of a form that only the writer knows} */
    public ByteBuffer metadata() {
        return proto.getMetadata().asReadOnlyByteBuffer();
    }

    /** {@return the values that all the events have, in the order of the file} */
    public List<ProfileStat> stats() {
        return plane.resolved(proto.getStatsList());
    }

    /**
     * {@return the first value with a name}
     *
     * @param statName name of the value
     */
    public Optional<ProfileStat> stat(String statName) {
        return plane.first(proto.getStatsList(), statName);
    }

    /** {@return the kinds inside this one, by their numbers} */
    public List<Long> childIds() {
        return proto.getChildIdList();
    }

    @Override
    public String toString() {
        return "ProfileEventMetadata[" + id() + ", " + name() + "]";
    }
}
