package io.stepprofiler.handlers.perfetto;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.List;

/** A protobuf message whose fields are read by name. */
record Message(DynamicMessage message) {
    boolean has(String field) {
        return message.hasField(field(field));
    }

    Message sub(String field) {
        return new Message((DynamicMessage) message.getField(field(field)));
    }

    long number(String field) {
        return ((Number) message.getField(field(field))).longValue();
    }

    Object value(String field) {
        return message.getField(field(field));
    }

    String text(String field) {
        return (String) message.getField(field(field));
    }

    byte[] bytes(String field) {
        return ((ByteString) message.getField(field(field))).toByteArray();
    }

    List<Message> subs(String field) {
        return values(field).stream()
                .map(each -> new Message((DynamicMessage) each))
                .toList();
    }

    List<Long> numbers(String field) {
        return values(field).stream().map(each -> ((Number) each).longValue()).toList();
    }

    List<String> texts(String field) {
        return values(field).stream().map(String.class::cast).toList();
    }

    /** Whether it, or a message in it, has a field that is not in the definition. */
    boolean hasUnknownFields() {
        return !message.getUnknownFields().asMap().isEmpty()
                || message.getAllFields().values().stream()
                        .flatMap(each -> each instanceof List<?> list ? list.stream() : List.of(each).stream())
                        .anyMatch(
                                each -> each instanceof DynamicMessage inner && new Message(inner).hasUnknownFields());
    }

    private List<?> values(String field) {
        return (List<?>) message.getField(field(field));
    }

    private FieldDescriptor field(String name) {
        return message.getDescriptorForType().findFieldByName(name);
    }
}
