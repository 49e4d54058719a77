package io.stepprofiler.readers.xspace;

import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XStat;
import io.stepprofiler.readers.xspace.proto.XStatMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One plane of a profile: a device, a host, or facts without a time. Safe on any thread. */
public final class ProfilePlane {
    // Filled by the reader of the index, and not changed afterwards.
    final List<ProfileLine> lines = new ArrayList<>();
    final List<XStat> stats = new ArrayList<>();
    final Map<Long, ProfileEventMetadata> eventMetadata = new LinkedHashMap<>();
    final Map<Long, XStatMetadata> statMetadata = new HashMap<>();
    long id;
    String name = "";
    long originNanos;

    private final ProfileEventMetadata unknown = new ProfileEventMetadata(this, XEventMetadata.getDefaultInstance());

    ProfilePlane() {}

    /** {@return the number of the plane, whose meaning depends on the writer} */
    public long id() {
        return id;
    }

    /** {@return the name, which identifies the host or device: {@code /host:CPU}, {@code /device:GPU:0}} */
    public String name() {
        return name;
    }

    /** {@return the lines, in the order of the file} */
    public List<ProfileLine> lines() {
        return Collections.unmodifiableList(lines);
    }

    /** {@return the values of the plane itself, in the order of the file} */
    public List<ProfileStat> stats() {
        return resolved(stats);
    }

    /**
     * {@return the first value of the plane itself with a name}
     *
     * @param statName name of the value
     */
    public Optional<ProfileStat> stat(String statName) {
        return first(stats, statName);
    }

    /**
     * {@return the metadata of each kind of events, in the order of the file} There may be kinds without events:
     * programs of XLA are stored this way.
     */
    public List<ProfileEventMetadata> eventMetadata() {
        return List.copyOf(eventMetadata.values());
    }

    ProfileEventMetadata eventMetadata(long metadataId) {
        return eventMetadata.getOrDefault(metadataId, unknown);
    }

    String statName(long metadataId) {
        XStatMetadata metadata = statMetadata.get(metadataId);
        return metadata == null ? "" : metadata.getName();
    }

    List<ProfileStat> resolved(List<XStat> of) {
        return of.stream().map(this::resolved).toList();
    }

    Optional<ProfileStat> first(List<XStat> of, String statName) {
        for (XStat stat : of) {
            if (statName(stat.getMetadataId()).equals(statName)) {
                return Optional.of(resolved(stat));
            }
        }
        return Optional.empty();
    }

    private ProfileStat resolved(XStat stat) {
        return ProfileStat.of(statName(stat.getMetadataId()), stat, this);
    }

    @Override
    public String toString() {
        return "ProfilePlane[" + name + ", " + lines.size() + " lines]";
    }
}
