package io.stepprofiler.handlers.proto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code .proto} file of plain messages, one field a line, as the descriptor that protobuf's own reader works with.
 */
public final class ProtoFile {
    private static final Pattern MESSAGE = Pattern.compile("message (\\w+) \\{");
    private static final Pattern FIELD = Pattern.compile("\\s+(optional|repeated) (\\w+) (\\w+) = (\\d+);");
    private static final Map<String, FieldDescriptorProto.Label> LABELS = Map.of(
            "optional",
            FieldDescriptorProto.Label.LABEL_OPTIONAL,
            "repeated",
            FieldDescriptorProto.Label.LABEL_REPEATED);

    private ProtoFile() {}

    /**
     * {@return a message of a resource}
     *
     * @param resource the resource, a path from the root
     * @param name name of the message
     */
    public static Descriptor message(String resource, String name) {
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setName(resource);
        text(resource).lines().forEach(line -> {
            Matcher message = MESSAGE.matcher(line);
            Matcher field = FIELD.matcher(line);
            if (message.matches()) {
                file.addMessageType(DescriptorProto.newBuilder().setName(message.group(1)));
            } else if (field.matches()) {
                file.getMessageTypeBuilder(file.getMessageTypeCount() - 1).addField(field(field));
            } else if (line.contains("=") && !line.startsWith("syntax")) {
                throw new IllegalArgumentException("not understood: " + line);
            }
        });
        try {
            return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]).findMessageTypeByName(name);
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException(resource, e);
        }
    }

    private static FieldDescriptorProto field(Matcher field) {
        FieldDescriptorProto.Builder builder = FieldDescriptorProto.newBuilder()
                .setLabel(LABELS.get(field.group(1)))
                .setName(field.group(3))
                .setNumber(Integer.parseInt(field.group(4)));
        String type = field.group(2);
        return Character.isUpperCase(type.charAt(0))
                ? builder.setTypeName(type).build()
                : builder.setType(FieldDescriptorProto.Type.valueOf("TYPE_" + type.toUpperCase(Locale.ROOT)))
                        .build();
    }

    private static String text(String resource) {
        try (InputStream in = ProtoFile.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
