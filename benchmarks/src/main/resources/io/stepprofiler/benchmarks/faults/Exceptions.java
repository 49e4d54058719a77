/** Each step parses fields; an exception says that a field is no number. */
public final class Exceptions {
    static final Network NETWORK = new Network();
    static final String[] FIELDS = new String[3000];

    static int valueOf(String field) {
        try {
            return Integer.parseInt(field);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    static float parse() {
        float sum = 0;
        for (String field : FIELDS) {
            sum += valueOf(field);
        }
        return sum;
    }

    static double step(float[][] rows) {
        rows[0][0] = parse() * 1e-9f;
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < FIELDS.length; i++) {
            FIELDS[i] = i % 3 == 0 ? String.valueOf(i) : "n/a" + i;
        }
        Loop.run(arguments, Exceptions::step);
    }
}
