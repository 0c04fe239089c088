/* A Perceptron in C, for the protocol of docs/extend.md. It is built and run by the script learner_in_c. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *weights, *values;
static long *indices, count, dimension;

/* w += y·x for the point that was shown last. */
static void learn(int label)
{
    for (long k = 0; k < count; k++)
        weights[indices[k]] += label * values[k];
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    int said = 0;

    while (getline(&line, &size, stdin) > 0) {
        char *word = strtok(line, " \n");
        if (word == NULL)
            continue;
        if (strcmp(word, "forced-mistakes") == 0) {
            while ((word = strtok(NULL, " \n")) != NULL)
                if (strncmp(word, "dimension=", 10) == 0)
                    dimension = strtol(word + 10, NULL, 10);
            weights = calloc(dimension, sizeof *weights);
            values = calloc(dimension, sizeof *values);
            indices = calloc(dimension, sizeof *indices);
            puts("ready");
        } else if (strcmp(word, "point") == 0) {
            int label = atoi(strtok(NULL, " \n"));
            double product = 0;
            if (label != 0 && label != said)
                learn(label);
            for (count = 0; (word = strtok(NULL, " \n")) != NULL; count++) {
                indices[count] = strtol(word, &word, 10);
                values[count] = strtod(word + 1, NULL);
                product += weights[indices[count]] * values[count];
            }
            said = product >= 0 ? 1 : -1;
            puts(said > 0 ? "+1" : "-1");
        } else if (strcmp(word, "quit") == 0) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
