/** Each step compiles a regular expression for each field, twice. */
public final class Regexes {
    static final Network NETWORK = new Network();
    static final String[] FIELDS = new String[2000];

    static float clean(String field) {
        return field.matches("\\s*[0-9]+(\\.[0-9]+)?\\s*(kg|g|lb)")
                ? Float.parseFloat(field.replaceAll("[^0-9.]+", ""))
                : 0;
    }

    static float parse() {
        float sum = 0;
        for (String field : FIELDS) {
            sum += clean(field);
        }
        return sum;
    }

    static double step(float[][] rows) {
        rows[0][0] = parse() * 1e-9f;
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < FIELDS.length; i++) {
            FIELDS[i] = " " + i + ".5 kg";
        }
        Loop.run(arguments, Regexes::step);
    }
}
