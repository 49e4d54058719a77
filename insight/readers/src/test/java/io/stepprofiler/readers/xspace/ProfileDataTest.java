package io.stepprofiler.readers.xspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.spaces.SpaceBuilder;
import io.stepprofiler.readers.spaces.SpaceBuilder.Ref;
import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.readers.xspace.proto.XSpace;
import io.stepprofiler.readers.xspace.proto.XStat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileDataTest {
    @TempDir
    private Path directory;

    @Test
    void planes_withLinesAndEvents_areAllThere() throws IOException {
        ProfileData profile = ProfileData.from(SpaceBuilder.of("""
                /host:CPU
                  7 main @5
                    a 0+2
                    b 2.5+1.5
                  8 worker @6
                    a 0.001+0.001
                /device:GPU:0
                """).bytes());

        assertThat(profile.planes()).extracting(ProfilePlane::name).containsExactly("/host:CPU", "/device:GPU:0");
        List<ProfileLine> lines = profile.planes().get(0).lines();
        assertThat(lines)
                .extracting(ProfileLine::id, ProfileLine::name, ProfileLine::timestampNanos, ProfileLine::eventCount)
                .containsExactly(tuple(7L, "main", 5L, 2L), tuple(8L, "worker", 6L, 1L));
        assertThat(lines.get(0))
                .extracting(
                        ProfileEvent::name,
                        ProfileEvent::startPicos,
                        ProfileEvent::durationPicos,
                        ProfileEvent::endPicos)
                .containsExactly(tuple("a", 5_000L, 2_000L, 7_000L), tuple("b", 7_500L, 1_500L, 9_000L));
    }

    @Test
    void nanos_ofPicos_areRoundedDownAtBothEnds() throws IOException {
        ProfileEvent event = onlyEvent(SpaceBuilder.of("""
                p
                  1 l @3
                    a -1.5+2
                """).bytes());

        assertThat(event.startNanos()).isEqualTo(1);
        assertThat(event.endNanos()).isEqualTo(3);
        assertThat(event.durationNanos()).isEqualTo(2);
    }

    @Test
    void stats_ofEachType_areResolvedInOrder() throws IOException {
        ProfileEvent event = onlyEvent(new SpaceBuilder()
                .plane(
                        "p",
                        plane -> plane.line(1, "l", 0, line -> {
                            line.event(
                                    "a", 0, 1, "n", 42, "x", 0.5, "s", "text", "r", new Ref("shared"), "b", new byte[] {
                                        1, 2
                                    });
                            line.line()
                                    .getEventsBuilder(0)
                                    .addStats(XStat.newBuilder()
                                            .setMetadataId(plane.statId("u"))
                                            .setUint64Value(-1))
                                    .addStats(XStat.newBuilder().setMetadataId(plane.statId("none")));
                        }))
                .bytes());

        assertThat(event.stats())
                .containsExactly(
                        new ProfileStat("n", ProfileStat.Type.SIGNED, 42L),
                        new ProfileStat("x", ProfileStat.Type.DOUBLE, 0.5),
                        new ProfileStat("s", ProfileStat.Type.TEXT, "text"),
                        new ProfileStat("r", ProfileStat.Type.REFERENCE, "shared"),
                        new ProfileStat("b", ProfileStat.Type.BYTES, ByteBuffer.wrap(new byte[] {1, 2})),
                        new ProfileStat("u", ProfileStat.Type.UNSIGNED, -1L),
                        new ProfileStat("none", ProfileStat.Type.NONE, ""));
        assertThat(event.stats())
                .extracting(ProfileStat::asText)
                .containsExactly("42", "0.5", "text", "shared", "2 bytes", "18446744073709551615", "");
        assertThat(event.stats())
                .extracting(ProfileStat::asLong)
                .filteredOn(OptionalLong::isPresent)
                .containsExactly(OptionalLong.of(42));
    }

    @Test
    void stat_ofItsKind_isFoundAfterItsOwn() throws IOException {
        SpaceBuilder builder = new SpaceBuilder().plane("p", plane -> {
            plane.line(1, "l", 0, line -> line.event("a", 0, 1, "own", 1));
            plane.proto()
                    .putEventMetadata(
                            9,
                            XEventMetadata.newBuilder()
                                    .setId(9)
                                    .setName("kind")
                                    .setDisplayName("Kind")
                                    .setMetadata(ByteString.copyFromUtf8("secret"))
                                    .addStats(plane.value("own", 2))
                                    .addStats(plane.value("common", 3))
                                    .addChildId(1)
                                    .build())
                    .getLinesBuilder(0)
                    .getEventsBuilder(0)
                    .setMetadataId(9);
        });

        ProfileData profile = ProfileData.from(builder.bytes());
        ProfileEvent event = profile.planes().get(0).lines().get(0).iterator().next();

        assertThat(event.stat("own").orElseThrow().asLong()).hasValue(1);
        assertThat(event.stat("common").orElseThrow().asLong()).hasValue(3);
        assertThat(event.stat("other")).isEmpty();
        assertThat(event.metadata().displayName()).isEqualTo("Kind");
        assertThat(event.metadata().childIds()).containsExactly(1L);
        assertThat(event.metadata().metadata()).isEqualTo(ByteBuffer.wrap("secret".getBytes(UTF_8)));
        assertThat(profile.planes().get(0).eventMetadata())
                .extracting(ProfileEventMetadata::name)
                .containsExactlyInAnyOrder("a", "kind");
    }

    @Test
    void findPlaneWithName_present_isTheFirst() throws IOException {
        ProfileData profile = ProfileData.from(new SpaceBuilder()
                .plane("a", plane -> plane.stat("x", 1))
                .plane("a", plane -> {})
                .bytes());

        ProfilePlane found = profile.findPlaneWithName("a").orElseThrow();

        assertThat(found.stat("x").orElseThrow().asLong()).hasValue(1);
        assertThat(found.stats()).hasSize(1);
    }

    @Test
    void findPlaneWithName_absent_isEmpty() throws IOException {
        assertThat(ProfileData.from(new SpaceBuilder().plane("a", plane -> {}).bytes())
                        .findPlaneWithName("b"))
                .isEmpty();
    }

    @Test
    void headlines_areRead() throws IOException {
        SpaceBuilder builder = new SpaceBuilder();
        builder.space().addErrors("lost").addWarnings("odd").addHostnames("h1").addHostnames("h2");

        ProfileData profile = ProfileData.from(builder.bytes());

        assertThat(profile.errors()).containsExactly("lost");
        assertThat(profile.warnings()).containsExactly("odd");
        assertThat(profile.hostnames()).containsExactly("h1", "h2");
    }

    @Test
    void events_goneThroughTwice_areTheSame() throws IOException {
        Path file = write(SpaceBuilder.of("""
                p
                  1 l
                    a 0+1
                    b 1+1
                """).bytes());

        try (ProfileData profile = ProfileData.from(file)) {
            ProfileLine line = profile.planes().get(0).lines().get(0);

            assertThat(line.events().map(ProfileEvent::name)).containsExactly("a", "b");
            assertThat(line.events().map(ProfileEvent::name)).containsExactly("a", "b");
        }
    }

    @Test
    void events_ofLinesInTurns_doNotDisturbEachOther() throws IOException {
        SpaceBuilder builder = new SpaceBuilder().plane("p", plane -> {
            for (int id = 0; id < 2; id++) {
                plane.line(id, "l", 0, line -> {
                    for (int i = 0; i < 20_000; i++) {
                        line.event("e", i, 1, "n", i);
                    }
                });
            }
        });

        try (ProfileData profile = ProfileData.from(write(builder.bytes()))) {
            var first = profile.planes().get(0).lines().get(0).iterator();
            long index = 0;
            for (ProfileEvent event : profile.planes().get(0).lines().get(1)) {
                assertThat(event.startPicos()).isEqualTo(index);
                assertThat(first.next().startPicos()).isEqualTo(index++);
            }
            assertThat(first.hasNext()).isFalse();
        }
    }

    @Test
    void events_ofAClosedFile_areRefused() throws IOException {
        ProfileData profile = ProfileData.from(write(SpaceBuilder.of("""
                p
                  1 l
                    a 0+1
                """).bytes()));
        profile.close();

        ProfileLine line = profile.planes().get(0).lines().get(0);

        assertThat(line.name()).isEqualTo("l");
        assertThatThrownBy(line::iterator)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the profile was closed");
    }

    @Test
    void namesAndReferences_toNothing_areEmpty() throws IOException {
        ProfileEvent event = onlyEvent(XSpace.newBuilder()
                .addPlanes(XPlane.newBuilder()
                        .addLines(XLine.newBuilder()
                                .addEvents(XEvent.newBuilder()
                                        .setMetadataId(5)
                                        .addStats(XStat.newBuilder()
                                                .setMetadataId(6)
                                                .setRefValue(7)))))
                .build()
                .toByteArray());

        assertThat(event.name()).isEmpty();
        assertThat(event.metadata().id()).isZero();
        assertThat(event.stats()).containsExactly(new ProfileStat("", ProfileStat.Type.REFERENCE, ""));
    }

    @Test
    void metadata_withOneIdTwice_countsTheLater() throws IOException {
        byte[] first = new SpaceBuilder()
                .plane("p", plane -> plane.line(1, "l", 0, line -> line.event("old", 0, 1)))
                .space()
                .getPlanes(0)
                .toByteArray();
        byte[] second = new SpaceBuilder()
                .plane("p", plane -> plane.event("new"))
                .space()
                .getPlanes(0)
                .toByteArray();
        ByteString both = ByteString.copyFrom(first).concat(ByteString.copyFrom(second));
        ByteString length = XSpace.newBuilder()
                .addErrorsBytes(ByteString.copyFrom(new byte[both.size()]))
                .build()
                .toByteString()
                .substring(1, 2);
        byte[] space = ByteString.copyFrom(new byte[] {0x0a})
                .concat(length)
                .concat(both)
                .toByteArray();

        assertThat(onlyEvent(space).name()).isEqualTo("new");
    }

    @Test
    void times_since1970_areCountedFromTheEarliestLine() throws IOException {
        long now = 1_750_000_000_000_000_000L;
        ProfileData profile = ProfileData.from(SpaceBuilder.of("""
                p
                  1 late @1750000000000000005
                    a 0.003+1
                  2 early @1750000000000000000
                    b 0.004+1
                  3 without events
                """).bytes());

        assertThat(profile.originNanos()).isEqualTo(now);
        assertThat(profile.planes().get(0).lines().stream().flatMap(ProfileLine::events))
                .extracting(ProfileEvent::startPicos)
                .containsExactly(5_003L, 4L);
    }

    @Test
    void times_beyondALong_areTheNearestThatFit() throws IOException {
        List<ProfileEvent> events = ProfileData.from(new SpaceBuilder()
                        .plane(
                                "p",
                                plane -> plane.line(
                                        1,
                                        "l",
                                        1,
                                        line -> line.event("a", Long.MAX_VALUE, Long.MAX_VALUE)
                                                .event("b", Long.MIN_VALUE, Long.MIN_VALUE)))
                        .bytes())
                .planes()
                .get(0)
                .lines()
                .get(0)
                .events()
                .toList();

        assertThat(events)
                .extracting(ProfileEvent::startPicos, ProfileEvent::endPicos)
                .containsExactly(tuple(Long.MAX_VALUE, Long.MAX_VALUE), tuple(Long.MIN_VALUE + 1000, Long.MIN_VALUE));
    }

    @Test
    void occurrences_ofAnEventThatIsAddedUp_areTold() throws IOException {
        ProfileEvent event = onlyEvent(XSpace.newBuilder()
                .addPlanes(XPlane.newBuilder()
                        .addLines(XLine.newBuilder()
                                .addEvents(
                                        XEvent.newBuilder().setNumOccurrences(3).setDurationPs(9))))
                .build()
                .toByteArray());

        assertThat(event.occurrences()).hasValue(3);
        assertThat(event.durationPicos()).isEqualTo(9);
    }

    @Test
    void textProto_writtenAndRead_isTheSameProfile() throws IOException {
        SpaceBuilder builder = new SpaceBuilder()
                .plane(
                        "/host:CPU",
                        plane -> plane.stat("s", "ä\n\"")
                                .line(1, "l", 9, line -> line.event("a", 1, 2, "x", 0.25, "b", new byte[] {0, -1})));
        StringBuilder text = new StringBuilder();

        ProfileData.from(builder.bytes()).writeTextProto(text);

        assertThat(XSpace.parseFrom(ProfileData.textProtoToSerializedXSpace(text.toString())))
                .isEqualTo(builder.space().build());
        assertThat(ProfileData.fromTextProto(text.toString()).planes())
                .extracting(ProfilePlane::name)
                .containsExactly("/host:CPU");
    }

    @Test
    void textProto_withAnUnknownField_saysWhere() {
        assertThatThrownBy(() -> ProfileData.fromTextProto("planes {\n  nam: \"x\"\n}"))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("line 2, column 3")
                .hasMessageContaining("nam");
    }

    @Test
    void textProto_thatNeedsMoreMemoryThanAllowed_isRefused() throws IOException {
        Path file = write(new SpaceBuilder()
                .plane(
                        "p",
                        plane -> plane.line(1, "l", 0, line -> {
                            for (int i = 0; i < 1000; i++) {
                                line.event("a", i, 1);
                            }
                        }))
                .bytes());

        try (ProfileData profile = ProfileData.from(file, ImportOptions.DEFAULT.withMaxMemoryBytes(5000))) {
            assertThatThrownBy(() -> profile.writeTextProto(new StringBuilder()))
                    .isInstanceOf(ImportException.class)
                    .hasMessageContaining("maxMemoryBytes is 5000");
        }
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("host.xplane.pb"), bytes);
    }

    private static ProfileEvent onlyEvent(byte[] bytes) throws IOException {
        List<ProfileEvent> events = ProfileData.from(bytes).planes().stream()
                .flatMap(plane -> plane.lines().stream())
                .flatMap(ProfileLine::events)
                .toList();
        assertThat(events).hasSize(1);
        return events.get(0);
    }
}
