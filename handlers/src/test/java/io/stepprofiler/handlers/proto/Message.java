package io.stepprofiler.handlers.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.List;

/**
 * A protobuf message whose fields are read by name.
 *
 * @param message the message
 */
public record Message(DynamicMessage message) {
    /**
     * {@return whether a field is there}
     *
     * @param field its name
     */
    public boolean has(String field) {
        return message.hasField(field(field));
    }

    /**
     * {@return the message of a field}
     *
     * @param field its name
     */
    public Message sub(String field) {
        return new Message((DynamicMessage) message.getField(field(field)));
    }

    /**
     * {@return the number of a field}
     *
     * @param field its name
     */
    public long number(String field) {
        return ((Number) message.getField(field(field))).longValue();
    }

    /**
     * {@return the value of a field}
     *
     * @param field its name
     */
    public Object value(String field) {
        return message.getField(field(field));
    }

    /**
     * {@return the text of a field}
     *
     * @param field its name
     */
    public String text(String field) {
        return (String) message.getField(field(field));
    }

    /**
     * {@return the bytes of a field}
     *
     * @param field its name
     */
    public byte[] bytes(String field) {
        return ((ByteString) message.getField(field(field))).toByteArray();
    }

    /**
     * {@return the messages of a field}
     *
     * @param field its name
     */
    public List<Message> subs(String field) {
        return values(field).stream()
                .map(each -> new Message((DynamicMessage) each))
                .toList();
    }

    /**
     * {@return the numbers of a field}
     *
     * @param field its name
     */
    public List<Long> numbers(String field) {
        return values(field).stream().map(each -> ((Number) each).longValue()).toList();
    }

    /**
     * {@return the texts of a field}
     *
     * @param field its name
     */
    public List<String> texts(String field) {
        return values(field).stream().map(String.class::cast).toList();
    }

    /** {@return whether it, or a message in it, has a field that is not in the definition} */
    public boolean hasUnknownFields() {
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
