package io.stepprofiler.report.faces;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.run.LedgerSteps;
import io.stepprofiler.fleet.comparison.FleetComparison;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writer of plain data as JSON: records by the names of their components, collections, maps whose keys are text or
 * enums, text, numbers, booleans, enums and optional values, in the form of Jackson's mapper; empty ones are null. Numbers have the
 * same digits in any release of Java.
 * Components of {@linkplain #SECTIONS sections} become members of the enclosing record. The mapper itself would make a
 * training program load some four hundred classes for its first report.
 *
 * @param name name of a record component
 * @param accessor method that returns the component's value
 */
record PlainJson(String name, Method accessor) {
    /** Records that group components of a large record, and are no objects in JSON. */
    static final Set<Class<?>> SECTIONS = Set.of(
            WindowReport.Costs.class,
            LedgerSteps.WarmUp.class,
            LedgerSteps.Growth.class,
            LedgerSteps.SlowSteps.class,
            LedgerSteps.Shares.class,
            FleetComparison.Extent.class,
            FleetPageData.Sources.class,
            FleetPageData.Slowest.class,
            FleetPageData.Missing.class,
            FleetPageData.Slowness.class);

    private static final JsonFactory FACTORY = new JsonFactory();

    private static final ClassValue<List<PlainJson>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<PlainJson> computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            if (components == null) {
                throw new IllegalArgumentException(type + " is no plain data");
            }
            return Arrays.stream(components)
                    .map(each -> new PlainJson(each.getName(), each.getAccessor()))
                    .toList();
        }
    };

    /** Data as JSON in UTF-8. */
    static byte[] of(@Nullable Object data) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            write(data, json);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("a report is plain data", e);
        }
        return bytes.toByteArray();
    }

    private static void write(@Nullable Object data, JsonGenerator json)
            throws IOException, ReflectiveOperationException {
        if (data instanceof Optional<?> optional) {
            write(optional.orElse(null), json);
        } else if (data == null) {
            json.writeNull();
        } else if (data instanceof String text) {
            json.writeString(text);
        } else if (data instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (data instanceof Double number) {
            if (Double.isFinite(number)) {
                json.writeNumber(decimal(number));
            } else {
                json.writeNumber(number);
            }
        } else if (data instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (data instanceof Enum<?> constant) {
            json.writeString(constant.name());
        } else if (data instanceof Collection<?> elements) {
            json.writeStartArray();
            for (Object element : elements) {
                write(element, json);
            }
            json.writeEndArray();
        } else if (data instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(entry.getKey() instanceof Enum<?> key ? key.name() : (String) entry.getKey());
                write(entry.getValue(), json);
            }
            json.writeEndObject();
        } else {
            json.writeStartObject();
            writeMembers(data, json);
            json.writeEndObject();
        }
    }

    /** Returns the number with 15 digits, or with more if it is another one: releases of Java write other digits. */
    static BigDecimal decimal(double number) {
        BigDecimal decimal = new BigDecimal(number, new MathContext(15));
        for (int digits = 16; decimal.doubleValue() != number; digits++) {
            decimal = new BigDecimal(number, new MathContext(digits));
        }
        return decimal.stripTrailingZeros();
    }

    private static void writeMembers(Object data, JsonGenerator json) throws IOException, ReflectiveOperationException {
        for (PlainJson component : COMPONENTS.get(data.getClass())) {
            Object value = component.accessor.invoke(data);
            if (SECTIONS.contains(component.accessor.getReturnType())) {
                writeMembers(value, json);
            } else {
                json.writeFieldName(component.name);
                write(value, json);
            }
        }
    }
}
